import type { Account } from '@botscope/contract';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { withdrawInvitations } from '../access/access.ts';
import { assertNotLastAdmin, lockWithAdmins } from '../accounts/accounts.ts';
import { type AuditEntry, recordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';

/**
 * Deletes an account with everything stored about it, in one transaction. Its bots then have no owner, are shown to
 * nobody, and are returned: the remaining work on them must go on until it is done.
 * @throws AppError LastAdministrator, NotSignedIn if it is gone already
 */
export async function eraseAccount(
  transaction: Transaction<Tables>,
  { key }: Account,
  entry: Omit<AuditEntry, 'action' | 'detail' | 'at'>,
  erasedAt: Date,
): Promise<BotRow[]> {
  // Nobody connects a bot to an account while it is being deleted: its row is locked.
  const row = await lockWithAdmins(transaction, 'id', key);
  if (row === undefined) throw new AppError('NotSignedIn');
  if (row.is_admin) await assertNotLastAdmin(transaction, key);
  const orphanedBots = await transaction
    .updateTable('bots')
    .set({ account_key: null, owner_deleted_at: erasedAt, api_key_hash: '' })
    .where('account_key', '=', key)
    .where('removed_at', 'is', null)
    .returningAll()
    .execute();
  // Removed bots wait for their histories to be deleted: the account must not take their rows with it.
  await transaction.updateTable('bots').set({ account_key: null }).where('account_key', '=', key).execute();
  await closeToAll(transaction, orphanedBots, erasedAt);
  await forgetCodes(transaction, key);
  await withdrawInvitations(transaction, key, erasedAt);
  const detail = { bots: orphanedBots.map(({ bot_name }) => bot_name) };
  await recordAudit(transaction, { ...entry, action: 'account_deleted', detail, at: erasedAt });
  await transaction.deleteFrom('accounts').where('id', '=', key).execute();
  return orphanedBots;
}

/** Nobody has access to these bots any more, and nobody gets it. */
async function closeToAll(transaction: Transaction<Tables>, bots: readonly BotRow[], revokedAt: Date): Promise<void> {
  if (bots.length === 0) return;
  const keys = bots.map(({ key }) => key);
  await transaction.deleteFrom('grants').where('bot_key', 'in', keys).execute();
  await transaction
    .updateTable('invitations')
    .set({ revoked_at: revokedAt })
    .where('bot_key', 'in', keys)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Codes and half-finished keys of the account; the rest of what is kept of it goes with its row. */
async function forgetCodes(transaction: Transaction<Tables>, key: string): Promise<void> {
  await transaction
    .deleteFrom('verifications')
    .where('identifier', 'in', [`new-email ${key}`, `proof ${key}`, `totp ${key}`])
    .execute();
}
