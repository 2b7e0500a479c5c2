import { type Account, covers, type InvitationState, permissionsOfGrant } from '@botscope/contract';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type originOf, recordAudit, subjectOf } from '../audit/audit.ts';
import { type Owned, permissionsFor } from './access.ts';
import { callName } from './access-request.ts';
import { describeGrant, grantColumns, joinGrants } from './given.ts';
import { type Grant, loadGrants, readGrant } from './grants.ts';

/** Outcome of an invitation, with its bot, maker and grant. */
export interface Outcome {
  state: InvitationState;
  /** Null for a token that was never ours. */
  invitation: {
    botKey: string;
    botName: string;
    maker: string | null;
    by: string;
    email: string | null;
    grant: Grant;
  } | null;
}

const unknownOutcome: Outcome = { state: 'unknown', invitation: null };

type Row = Selectable<Tables['invitations']> & Owned & { bot_name: string; by: string };

/**
 * Checks an invitation for a visitor or an account without using it: `pending` if `accept` would let the account in, or
 * a visitor once signed in.
 */
export async function previewInvitation(
  db: Kysely<Tables>,
  question: { tokenHash: string; account: Account | null; now: Date },
): Promise<Outcome> {
  const { tokenHash, account, now } = question;
  const row = await findInvitation(db, (query) => query.where('invitations.token_hash', '=', tokenHash));
  if (row === null) return unknownOutcome;
  const obstacle =
    account === null
      ? await checkInvitation(db, row, now)
      : await obstacleFor(db, row, { account, now, mine: await loadGrant(db, row.key, account.key) });
  return toOutcome(obstacle ?? 'pending', row);
}

/** Why an account cannot use an invitation; null: it can. */
async function obstacleFor(
  db: Kysely<Tables>,
  row: Row,
  { account, mine: memberGrant, now }: { account: Account; mine: Awaited<ReturnType<typeof loadGrant>>; now: Date },
): Promise<InvitationState | null> {
  const isMember = memberGrant !== null && memberGrant.expires_at === null;
  if (row.account_key === account.key || (isMember && covers(permissionsOfGrant(memberGrant.grant), readGrant(row))))
    return 'already';
  // Access that was taken back does not come again by a link that was used up or not.
  if (await usedBy(db, row, account.key)) return 'lost';
  const endState = await checkInvitation(db, row, now);
  if (endState !== null) return endState;
  return row.email === null || (await hasProved(db, account.key, row.email)) ? null : 'other_email';
}

/**
 * Uses an invitation for an account: once for each account, and never more often than its maker said. A repeated call
 * answers `already`. An invitation to an email is only for the account that has proved it.
 */
export async function accept(
  db: Metadata['db'],
  question: {
    find: { tokenHash: string } | { id: number };
    account: Account;
    raw: Parameters<typeof originOf>[0];
    now: Date;
  },
): Promise<Outcome> {
  const { find, account, raw, now } = question;
  return db.transaction().execute(async (transaction) => {
    const row = await findInvitation(transaction, (query) =>
      ('id' in find
        ? query.where('invitations.id', '=', find.id)
        : query.where('invitations.token_hash', '=', find.tokenHash)
      ).forUpdate('invitations'),
    );
    if (row === null) return unknownOutcome;
    const memberGrant = await loadGrant(transaction, row.key, account.key, 'locked');
    const invitationGrant = readGrant(row);
    const obstacle = await obstacleFor(transaction, row, { account, mine: memberGrant, now });
    // Otherwise it would wait for this account forever.
    const isForMe = row.email !== null && row.email === account.email;
    if (obstacle === 'already' && isForMe) await countUse(transaction, row, account.key, now);
    if (obstacle !== null) return toOutcome(obstacle, row);

    await countUse(transaction, row, account.key, now);
    // A grant from another email invitation that is still pending makes no member yet; it is merged, not lost.
    const grant = memberGrant === null ? invitationGrant : joinGrants(memberGrant.grant, invitationGrant);
    const values = { ...grantColumns(grant), granted_by: row.created_by, expires_at: null };
    await transaction
      .insertInto('grants')
      .values({ bot_key: row.key, account_key: account.key, created_at: now, ...values })
      .onConflict((conflict) =>
        conflict.columns(['bot_key', 'account_key']).doUpdateSet({ ...values, created_at: now }),
      )
      .execute();
    const detail = { by: row.by, ...describeGrant(invitationGrant) };
    const subject = subjectOf({ account, bot: row, raw });
    await recordAudit(transaction, { ...subject, action: 'invitation_used', detail, at: now });
    return toOutcome('accepted', row);
  });
}

/** Open invitations to the email that this account has proved. */
export async function listOpenInvitations(db: Kysely<Tables>, accountKey: string, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('accounts', 'accounts.email', 'invitations.email')
    .select('invitations.id')
    .where('accounts.id', '=', accountKey)
    .where('accounts.email_verified', '=', true)
    .where('invitations.created_by', 'is not', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .whereRef('invitations.uses', '<', 'invitations.max_uses')
    .orderBy('invitations.id')
    .execute();
  return rows.map(({ id }) => Number(id));
}

const selectInvitations = (db: Kysely<Tables>) =>
  db
    .selectFrom('invitations')
    .innerJoin('bots', 'bots.key', 'invitations.bot_key')
    .leftJoin('accounts', 'accounts.id', 'invitations.created_by')
    .selectAll('invitations')
    .select(['bots.key', 'bots.bot_name', 'bots.account_key', 'bots.is_demo'])
    .select(['accounts.email as maker_email', 'accounts.name', 'accounts.telegram_name', 'accounts.tid'])
    .where('bots.removed_at', 'is', null);

async function findInvitation(
  db: Kysely<Tables>,
  narrow: (query: ReturnType<typeof selectInvitations>) => ReturnType<typeof selectInvitations>,
): Promise<Row | null> {
  const row = await narrow(selectInvitations(db)).executeTakeFirst();
  return row === undefined ? null : { ...row, by: callName({ ...row, email: row.maker_email }) };
}

/** Why an invitation is no longer good; null: it is. */
async function checkInvitation(
  db: Kysely<Tables>,
  row: Row,
  now: Date,
): Promise<'used' | 'expired' | 'revoked' | null> {
  if (row.revoked_at !== null) return 'revoked';
  if (row.uses >= row.max_uses) return 'used';
  if (new Date(row.expires_at) <= now) return 'expired';
  if (row.created_by === null) return 'revoked';
  // Its maker may have lost what it gives in the very moment when it was made.
  const maker = { key: row.created_by };
  return covers(permissionsFor(maker, row, await loadGrants(db, maker.key)), readGrant(row)) ? null : 'revoked';
}

async function loadGrant(db: Kysely<Tables>, botKey: string, accountKey: string, lock?: 'locked') {
  const row = await db
    .selectFrom('grants')
    .select(['role', 'keys', 'reports', 'expires_at'])
    .where('bot_key', '=', botKey)
    .where('account_key', '=', accountKey)
    .$if(lock !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();
  return row === undefined ? null : { grant: readGrant(row), expires_at: row.expires_at };
}

async function usedBy(db: Kysely<Tables>, row: Row, accountKey: string): Promise<boolean> {
  const use = await db
    .selectFrom('invitation_uses')
    .select('used_at')
    .where('invitation_id', '=', Number(row.id))
    .where('account_key', '=', accountKey)
    .executeTakeFirst();
  return use !== undefined;
}

async function hasProved(db: Kysely<Tables>, accountKey: string, email: string): Promise<boolean> {
  const match = await db
    .selectFrom('accounts')
    .select(sql<number>`1`.as('one'))
    .where('id', '=', accountKey)
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst();
  return match !== undefined;
}

async function countUse(transaction: Transaction<Tables>, row: Row, accountKey: string, now: Date): Promise<void> {
  const id = Number(row.id);
  await transaction
    .updateTable('invitations')
    .set({ uses: row.uses + 1 })
    .where('id', '=', id)
    .execute();
  await transaction
    .insertInto('invitation_uses')
    .values({ invitation_id: id, account_key: accountKey, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function toOutcome(state: InvitationState, row: Row): Outcome {
  const { key: botKey, bot_name: botName, created_by: maker, by, email } = row;
  return { state, invitation: { botKey, botName, maker, by, email, grant: readGrant(row) } };
}
