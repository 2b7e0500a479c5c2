import { type AssignableRole, type Proof, permissionsOfGrant } from '@botscope/contract';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { AccessChanges } from '../accounts/accounts.ts';
import { type Accounts, parseDevice } from '../accounts/accounts.ts';
import { recordAudit, subjectOf } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type AccessRequest, callName, withErrorCode } from './access-request.ts';
import { assertBelow, describeGrant, grantColumns, readGiven } from './given.ts';
import { type Grant, readGrant } from './grants.ts';
import { revokeBeyond } from './reduce.ts';

/** Colleagues who have access to a bot. */
export interface Members {
  /** Replaces the member's access. @throws AppError NotFound, CantChangeMember, CantGrantMore, CantGrantToOwner, NothingToGrant, SaveFailed */
  change(request: AccessRequest, accountKey: string, given: Grant): Promise<void>;
  /** Everything at once. @throws AppError NotFound, CantChangeMember, CantGrantToOwner, RevokeFailed */
  revoke(request: AccessRequest, accountKey: string): Promise<void>;
  /** Gives one's own access back. @throws AppError AccessDenied for the owner, NotFound without a grant, RevokeFailed */
  leave(request: AccessRequest): Promise<void>;
  /**
   * Hands the bot on to a member.
   * @throws AppError AccessDenied unless it is one's own, what `Prove` throws, NotFound for no member, SaveFailed
   */
  transfer(
    request: AccessRequest,
    question: { to: string; stayAs: AssignableRole | null; proof: Proof },
  ): Promise<void>;
}

/** Access of a listed member; the row is locked until the transaction ends. */
const lockMember = async (transaction: Transaction<Tables>, { bot, account }: AccessRequest, key: string) => {
  if (key === bot.account_key) throw new AppError('CantGrantToOwner');
  const row = await transaction
    .selectFrom('grants')
    .innerJoin('accounts', 'accounts.id', 'grants.account_key')
    .select(['grants.role', 'grants.keys', 'grants.reports'])
    .select(['accounts.email', 'accounts.name', 'accounts.telegram_name', 'accounts.tid'])
    .where('grants.bot_key', '=', bot.key)
    .where('grants.account_key', '=', key)
    .where('grants.expires_at', 'is', null)
    .forUpdate('grants')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('NotFound');
  // An account gives back its own access with `leave`; a manager who takes a key from themselves cannot restore it.
  if (key === account.key) throw new AppError('CantChangeMember');
  return { grant: readGrant(row), name: callName(row) };
};

const drop = (transaction: Transaction<Tables>, botKey: string, accountKey: string) =>
  transaction.deleteFrom('grants').where('bot_key', '=', botKey).where('account_key', '=', accountKey);

/** Makes a member the owner, and leaves the owner `remainingGrant`. */
async function transferRows(
  transaction: Transaction<Tables>,
  request: AccessRequest,
  { to, remainingGrant, now }: { to: string; remainingGrant: Grant | null; now: Date },
): Promise<void> {
  const { account, bot } = request;
  const member = await lockMember(transaction, request, to);
  // Two tabs, or two colleagues after a transfer: only the owner of this moment hands on.
  const { numUpdatedRows } = await transaction
    .updateTable('bots')
    .set({ account_key: to })
    .where('key', '=', bot.key)
    .where('account_key', '=', account.key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw new AppError('AccessDenied');
  await drop(transaction, bot.key, to).execute();
  if (remainingGrant !== null) {
    const row = { bot_key: bot.key, account_key: account.key, granted_by: to, created_at: now };
    await transaction
      .insertInto('grants')
      .values({ ...row, ...grantColumns(remainingGrant) })
      .execute();
  }
  const permissions = remainingGrant === null ? null : permissionsOfGrant(remainingGrant);
  await revokeBeyond(transaction, { botKey: bot.key, accountKey: account.key, permissions, now });
  const detail = { to: member.name, ...(remainingGrant !== null && { stays: remainingGrant.role }) };
  await recordAudit(transaction, { ...subjectOf(request), action: 'ownership_transferred', detail, at: now });
}

interface MembersDeps {
  metadata: Pick<Metadata, 'db'>;
  accounts: Pick<Accounts, 'prove'>;
  bots: Pick<Bots, 'change'>;
  notifications: Pick<Notifications, 'notify'>;
  changes: AccessChanges;
  logger: Logger;
  now: () => number;
}

/** Says a change of access to the account that it concerns. */
function createNotifier({ changes, notifications, logger }: MembersDeps) {
  return async (
    accountKey: string,
    { bot, account }: AccessRequest,
    code: 'changed' | 'revoked' | 'owned' | 'left',
  ) => {
    changes.changed(accountKey);
    const message = { kind: 'access', code, botKey: bot.key, detail: callName(account) } as const;
    // The change is made: a failed notification must not look like its failure.
    await notifications.notify(accountKey, message).catch((error: unknown) => {
      logger.warn({ err: error, code, bot: bot.key }, 'a member was not notified of a change of access');
    });
  };
}

export function createMembers(deps: MembersDeps): Members {
  const { bots, changes } = deps;
  const { db } = deps.metadata;
  const notify = createNotifier(deps);

  return {
    async change(request, accountKey, draft) {
      const { bot, permissions } = request;
      const now = new Date(deps.now());
      const grant = readGiven(permissions, draft);
      await withErrorCode('SaveFailed', () =>
        db.transaction().execute(async (transaction) => {
          const member = await lockMember(transaction, request, accountKey);
          assertBelow(permissions, member.grant);
          await transaction
            .updateTable('grants')
            .set(grantColumns(grant))
            .where('bot_key', '=', bot.key)
            .where('account_key', '=', accountKey)
            .execute();
          await revokeBeyond(transaction, { botKey: bot.key, accountKey, permissions: permissionsOfGrant(grant), now });
          const detail = { to: member.name, ...describeGrant(grant), was: describeGrant(member.grant) };
          await recordAudit(transaction, { ...subjectOf(request), action: 'access_changed', detail, at: now });
        }),
      );
      await notify(accountKey, request, 'changed');
    },

    async revoke(request, accountKey) {
      const { bot, permissions } = request;
      const now = new Date(deps.now());
      await withErrorCode('RevokeFailed', () =>
        db.transaction().execute(async (transaction) => {
          const member = await lockMember(transaction, request, accountKey);
          assertBelow(permissions, member.grant);
          await drop(transaction, bot.key, accountKey).execute();
          await revokeBeyond(transaction, { botKey: bot.key, accountKey, permissions: null, now });
          const detail = { to: member.name, ...describeGrant(member.grant) };
          await recordAudit(transaction, { ...subjectOf(request), action: 'access_revoked', detail, at: now });
        }),
      );
      await notify(accountKey, request, 'revoked');
    },

    async leave(request) {
      const { account, bot } = request;
      if (bot.account_key === account.key) throw new AppError('AccessDenied');
      const now = new Date(deps.now());
      await withErrorCode('RevokeFailed', () =>
        db.transaction().execute(async (transaction) => {
          const { numDeletedRows } = await drop(transaction, bot.key, account.key).executeTakeFirst();
          // The demo is open to everyone: there is nothing to give back.
          if (Number(numDeletedRows) === 0) throw new AppError('NotFound');
          await revokeBeyond(transaction, { botKey: bot.key, accountKey: account.key, permissions: null, now });
          await recordAudit(transaction, { ...subjectOf(request), action: 'left_bot', at: now });
        }),
      );
      changes.changed(account.key);
      if (bot.account_key !== null) await notify(bot.account_key, request, 'left');
    },

    async transfer(request, { to, stayAs, proof }) {
      const { account, bot, raw } = request;
      if (bot.account_key !== account.key) throw new AppError('AccessDenied');
      await deps.accounts.prove(account.key, proof, {
        headers: raw.headers,
        address: raw.ip,
        device: parseDevice(raw.headers),
      });
      const now = new Date(deps.now());
      const remainingGrant: Grant | null = stayAs === null ? null : { role: stayAs, keys: [], reports: [] };
      await withErrorCode('SaveFailed', () =>
        db.transaction().execute((transaction) => transferRows(transaction, request, { to, remainingGrant, now })),
      );
      // The row is written; this updates the copies in memory.
      await bots.change(bot.key, { account_key: to });
      changes.changed(account.key);
      await notify(to, request, 'owned');
    },
  };
}
