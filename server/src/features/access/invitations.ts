import { languages } from '@botscope/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { AccessChanges } from '../accounts/accounts.ts';
import { recordAudit, subjectOf } from '../audit/audit.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type AccessRequest, callName, withErrorCode } from './access-request.ts';
import { assertBelow, describeGrant, grantColumns, readGiven } from './given.ts';
import { type Grant, readGrant } from './grants.ts';
import type { InvitationTokens } from './invitation-token.ts';
import type { Members } from './members.ts';
import { revokeInvitationRow } from './reduce.ts';

/** Lifetime of an invitation by email, days. */
const mailDays = 14;
/** Limit of open invitations of a bot. */
const maxInvitations = 100;

export interface Invitations {
  /**
   * Gives access to the colleague with this email. Answers the same, and as fast, whether or not there is such an account:
   * it may use the bot at once, and is a listed member once it signs in. A member gets this instead of what they had.
   * @throws AppError EmailRequired, InvalidEmail, CantGrantToOwner (field email), NothingToGrant, CantGrantMore,
   *   CantChangeMember, TooManyInvitations, TooManyRequests, SaveFailed
   */
  grant(request: AccessRequest, email: string, given: Grant): Promise<void>;
  /** Creates an invitation for anyone with its link, and returns the link. @throws as `grant`, but for the email */
  create(request: AccessRequest, given: Grant, terms: { maxUses: number; days: number }): Promise<string>;
  /** @throws AppError NotFound for one that is not open, CantChangeMember, RevokeFailed */
  revoke(request: AccessRequest, id: number): Promise<void>;
  /** Resolves when the mails that are under way have left. */
  settled(): Promise<void>;
}

const selectOpen = (transaction: Kysely<Tables>, botKey: string, now: Date) =>
  transaction
    .selectFrom('invitations')
    .where('bot_key', '=', botKey)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'max_uses');

/** Creates and changes invitations. */
function invitationRows(tokens: InvitationTokens) {
  const insert = async (
    transaction: Transaction<Tables>,
    { bot, account }: AccessRequest,
    row: { email: string | null; grant: Grant; max_uses: number; expires_at: Date; now: Date },
  ): Promise<string> => {
    const { now, grant, ...columns } = row;
    await lockBot(transaction, bot.key);
    const { count } = await selectOpen(transaction, bot.key, now)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxInvitations) throw new AppError('TooManyInvitations');
    const { token, ...tokenColumns } = tokens.make();
    await transaction
      .insertInto('invitations')
      .values({
        ...columns,
        ...tokenColumns,
        ...grantColumns(grant),
        bot_key: bot.key,
        created_by: account.key,
        created_at: now,
      })
      .execute();
    return tokens.linkTo(token);
  };

  /** Changes the open invitation of this email to give this, or creates one. Returns its link. */
  const inviteByMail = async (
    transaction: Transaction<Tables>,
    request: AccessRequest,
    { email, grant, now }: { email: string; grant: Grant; now: Date },
  ): Promise<string> => {
    const expires_at = new Date(now.getTime() + mailDays * dayMs);
    const pending = await selectOpen(transaction, request.bot.key, now)
      .select(['id', 'role', 'keys', 'reports', 'token_sealed'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst();
    if (pending === undefined) return insert(transaction, request, { email, grant, max_uses: 1, expires_at, now });
    assertBelow(request.permissions, readGrant(pending));
    // The link of the first mail stays good.
    await transaction
      .updateTable('invitations')
      .set({ ...grantColumns(grant), expires_at, created_by: request.account.key })
      .where('id', '=', Number(pending.id))
      .execute();
    return tokens.linkOf(pending.token_sealed);
  };
  return { insert, inviteByMail };
}

/** Mails invitations after the answer, so that it takes no longer where there is an account. */
function createMails(notifications: Pick<Notifications, 'invite'>, logger: Logger) {
  const underWay = new Set<Promise<void>>();
  const sendLater = ({ bot, account }: AccessRequest, email: string, link: string): void => {
    const delivery = notifications
      .invite({
        email,
        language: languages.find((language) => language === account.locale) ?? 'en',
        who: callName(account),
        botKey: bot.key,
        botName: bot.bot_name,
        link,
      })
      .catch((error: unknown) => logger.warn({ err: error, bot: bot.key }, 'an invitation could not be mailed'))
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  };
  return { sendLater, settled: async () => void (await Promise.all(underWay)) };
}

/**
 * Returns whether one more mail may be sent. Access can be reduced at any time: an owner who had changed a
 * colleague's rights five times within an hour could not reduce them again. Beyond the limit only the mail is left
 * out.
 */
async function takeMail(
  attempts: Pick<Attempts, 'take'>,
  accountKey: string,
  email: string,
  { isInvited }: { isInvited: boolean },
) {
  try {
    await attempts.take({
      'invite:account': accountKey,
      'invite:account+email': `${accountKey} ${email}`,
      'invite:email': { subject: email, asker: accountKey },
    });
    return true;
  } catch (error) {
    if (isInvited && error instanceof AppError && error.code === 'TooManyRequests') return false;
    throw error;
  }
}

export function createInvitations(deps: {
  metadata: Pick<Metadata, 'db'>;
  notifications: Pick<Notifications, 'invite'>;
  attempts: Pick<Attempts, 'take'>;
  tokens: InvitationTokens;
  changes: AccessChanges;
  members: Pick<Members, 'change'>;
  logger: Logger;
  now: () => number;
}): Invitations {
  const { notifications, attempts, tokens, changes, logger } = deps;
  const { db } = deps.metadata;
  const { insert, inviteByMail } = invitationRows(tokens);
  const mails = createMails(notifications, logger);

  const hasInvitation = async (botKey: string, email: string, now: Date): Promise<boolean> =>
    (await selectOpen(db, botKey, now).select('id').where('email', '=', email).executeTakeFirst()) !== undefined;

  return {
    async grant(request, email, draft) {
      const { account, bot, permissions } = request;
      if (email === '') throw new AppError('EmailRequired', { field: 'email' });
      if (!isEmail(email)) throw new AppError('InvalidEmail', { field: 'email' });
      const grant = readGiven(permissions, draft);
      const colleagues = await withErrorCode('SaveFailed', () => resolveEmail(db, bot, email));
      if (colleagues.owner !== null) throw new AppError('CantGrantToOwner', { field: 'email' });
      if (colleagues.member !== null) return deps.members.change(request, colleagues.member, grant);
      const now = new Date(deps.now());
      const mayMail = await takeMail(attempts, account.key, email, {
        isInvited: await hasInvitation(bot.key, email, now),
      });
      const inviteeKey = colleagues.account;
      const link = await withErrorCode('SaveFailed', () =>
        db.transaction().execute(async (transaction) => {
          const invitationLink = await inviteByMail(transaction, request, { email, grant, now });
          if (inviteeKey !== null)
            await grantUntilAccepted(transaction, request, { accountKey: inviteeKey, grant, now });
          const detail = { to: email, ...describeGrant(grant) };
          await recordAudit(transaction, { ...subjectOf(request), action: 'access_granted', detail, at: now });
          return invitationLink;
        }),
      );
      if (inviteeKey !== null) changes.changed(inviteeKey);
      if (mayMail) mails.sendLater(request, email, link);
    },

    async create(request, draft, { maxUses, days }) {
      const { account, permissions } = request;
      const grant = readGiven(permissions, draft);
      await attempts.take({ 'invite:account': account.key });
      const now = new Date(deps.now());
      const row = { email: null, grant, max_uses: maxUses, expires_at: new Date(now.getTime() + days * dayMs), now };
      return withErrorCode('SaveFailed', () =>
        db.transaction().execute(async (transaction) => {
          const link = await insert(transaction, request, row);
          const detail = { uses: maxUses, days, ...describeGrant(grant) };
          await recordAudit(transaction, { ...subjectOf(request), action: 'invitation_created', detail, at: now });
          return link;
        }),
      );
    },

    async revoke(request, id) {
      const { account, bot, permissions } = request;
      const now = new Date(deps.now());
      const revokedAccount = await withErrorCode('RevokeFailed', () =>
        db.transaction().execute(async (transaction) => {
          const row = await selectOpen(transaction, bot.key, now)
            .select(['email', 'role', 'keys', 'reports', 'created_by'])
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirst();
          if (row === undefined) throw new AppError('NotFound');
          if (row.created_by !== account.key) assertBelow(permissions, readGrant(row));
          const detail = { ...(row.email !== null && { to: row.email }), ...describeGrant(readGrant(row)) };
          await recordAudit(transaction, { ...subjectOf(request), action: 'invitation_revoked', detail, at: now });
          return revokeInvitationRow(transaction, { id, botKey: bot.key, email: row.email, now });
        }),
      );
      if (revokedAccount !== null) changes.changed(revokedAccount);
    },

    settled: mails.settled,
  };
}

/** Accepts what the sign-up page accepts; a mistyped address is not invited. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** Finds the account of an email: the bot's owner, a listed member, or an account that can be given access. */
async function resolveEmail(
  db: Metadata['db'],
  bot: AccessRequest['bot'],
  email: string,
): Promise<{ owner: string | null; member: string | null; account: string | null }> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('grants', (join) =>
      join.onRef('grants.account_key', '=', 'accounts.id').on('grants.bot_key', '=', bot.key),
    )
    .select(['accounts.id', 'accounts.email_verified', 'grants.bot_key', 'grants.expires_at'])
    .where('accounts.email', '=', email)
    .executeTakeFirst();
  if (row === undefined) return { owner: null, member: null, account: null };
  return {
    owner: row.id === bot.account_key ? row.id : null,
    member: row.bot_key !== null && row.expires_at === null ? row.id : null,
    // An account that typed in an email and never proved it gets nothing by it.
    account: row.email_verified ? row.id : null,
  };
}

/** Grants access at once, as long as the invitation lasts; an account that became a member in between gets nothing. */
async function grantUntilAccepted(
  transaction: Transaction<Tables>,
  { bot, account }: AccessRequest,
  { accountKey, grant, now }: { accountKey: string; grant: Grant; now: Date },
): Promise<void> {
  const values = { ...grantColumns(grant), granted_by: account.key, created_at: now };
  const row = { ...values, expires_at: new Date(now.getTime() + mailDays * dayMs) };
  await transaction
    .insertInto('grants')
    .values({ bot_key: bot.key, account_key: accountKey, ...row })
    .onConflict((conflict) =>
      conflict.columns(['bot_key', 'account_key']).doUpdateSet(row).where('grants.expires_at', 'is not', null),
    )
    .execute();
}
