import { covers, type Permissions } from '@botscope/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { readGrant } from './grants.ts';

/**
 * An account has less on a bot than before (null: nothing): its open invitations that give more than it has now are
 * revoked. Members who joined by them stay: that was right when it was done. Shares ask for their maker's
 * rights at each use.
 */
export async function revokeBeyond(
  transaction: Transaction<Tables>,
  question: { botKey: string; accountKey: string; permissions: Permissions | null; now: Date },
): Promise<void> {
  const { botKey, accountKey, permissions, now } = question;
  const rows = await selectOpenInvitations(transaction, accountKey, now).where('bot_key', '=', botKey).execute();
  for (const row of rows) {
    if (permissions !== null && covers(permissions, readGrant(row))) continue;
    await revokeInvitationRow(transaction, { id: Number(row.id), botKey, email: row.email, now });
  }
}

/** The account is about to be deleted: its open invitations, to any bot, are revoked. */
export async function withdrawInvitations(
  transaction: Transaction<Tables>,
  accountKey: string,
  now: Date,
): Promise<void> {
  for (const { id, bot_key: botKey, email } of await selectOpenInvitations(transaction, accountKey, now).execute())
    await revokeInvitationRow(transaction, { id: Number(id), botKey, email, now });
}

const selectOpenInvitations = (transaction: Transaction<Tables>, accountKey: string, now: Date) =>
  transaction
    .selectFrom('invitations')
    .select(['id', 'bot_key', 'email', 'role', 'keys', 'reports'])
    .where('created_by', '=', accountKey)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

/** Revokes an invitation, and what an account that has not come yet could already do by it. Gives that account's key. */
export async function revokeInvitationRow(
  transaction: Transaction<Tables>,
  invitation: { id: number; botKey: string; email: string | null; now: Date },
): Promise<string | null> {
  const { id, botKey, email, now } = invitation;
  await transaction.updateTable('invitations').set({ revoked_at: now }).where('id', '=', id).execute();
  if (email === null) return null;
  const deletedGrant = await transaction
    .deleteFrom('grants')
    .where('bot_key', '=', botKey)
    .where('expires_at', 'is not', null)
    .where('account_key', 'in', (from) => from.selectFrom('accounts').select('id').where('email', '=', email))
    .returning('account_key')
    .executeTakeFirst();
  return deletedGrant?.account_key ?? null;
}
