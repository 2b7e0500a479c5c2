import { type BotMembers, covers, type Invitation, type Member } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type AccessRequest, callName } from './access-request.ts';
import { readGrant } from './grants.ts';

/** Lists the members and pending invitations of a bot, as a manager of access sees them. */
export async function listMembers(
  db: Kysely<Tables>,
  request: AccessRequest,
  { now, linkOf }: { now: Date; linkOf: (sealed: string) => string },
): Promise<BotMembers> {
  const [owner, members, invitations] = await Promise.all([
    loadOwner(db, request),
    loadMembers(db, request),
    loadInvitations(db, request, now, linkOf),
  ]);
  return { members: [...owner, ...members], invitations };
}

async function loadOwner(db: Kysely<Tables>, { account, bot }: AccessRequest): Promise<Member[]> {
  if (bot.account_key === null) return [];
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', bot.account_key).executeTakeFirst();
  if (row === undefined) return [];
  return [
    {
      account_key: row.id,
      email: row.email,
      name: row.name || row.telegram_name,
      role: 'owner',
      keys: [],
      reports: [],
      is_admin: row.is_admin,
      is_you: row.id === account.key,
      editable: false,
      granted_by: '',
      granted_at: null,
    },
  ];
}

async function loadMembers(db: Kysely<Tables>, { account, bot, permissions }: AccessRequest): Promise<Member[]> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('accounts', 'accounts.id', 'grants.account_key')
    .leftJoin('accounts as giver', 'giver.id', 'grants.granted_by')
    .select(['grants.account_key', 'grants.role', 'grants.keys', 'grants.reports', 'grants.created_at'])
    .select(['accounts.email', 'accounts.name', 'accounts.telegram_name', 'accounts.is_admin'])
    .select([
      'giver.email as giver_email',
      'giver.name as giver_name',
      'giver.telegram_name as giver_telegram_name',
      'giver.tid as giver_tid',
    ])
    .where('grants.bot_key', '=', bot.key)
    // Invited users who have not accepted yet are listed as invitations, whether or not they have an account.
    .where('grants.expires_at', 'is', null)
    .orderBy('grants.created_at')
    .orderBy('grants.account_key')
    .execute();
  return rows
    .filter((row) => row.account_key !== bot.account_key)
    .map((row) => {
      const grant = readGrant(row);
      const isYou = row.account_key === account.key;
      return {
        account_key: row.account_key,
        email: row.email,
        name: row.name || row.telegram_name,
        role: grant.role,
        keys: [...grant.keys],
        reports: [...grant.reports],
        is_admin: row.is_admin,
        is_you: isYou,
        editable: !isYou && covers(permissions, grant),
        granted_by: callName({
          email: row.giver_email,
          name: row.giver_name,
          telegram_name: row.giver_telegram_name,
          tid: row.giver_tid,
        }),
        granted_at: new Date(row.created_at).toISOString(),
      };
    });
}

async function loadInvitations(
  db: Kysely<Tables>,
  { account, bot, permissions }: AccessRequest,
  now: Date,
  linkOf: (sealed: string) => string,
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    // Without its maker it is no longer good.
    .innerJoin('accounts', 'accounts.id', 'invitations.created_by')
    .selectAll('invitations')
    .select(['accounts.email as maker_email', 'accounts.name', 'accounts.telegram_name', 'accounts.tid'])
    .where('invitations.bot_key', '=', bot.key)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .whereRef('invitations.uses', '<', 'invitations.max_uses')
    .orderBy('invitations.id', 'desc')
    .execute();
  return rows.map((row) => {
    const grant = readGrant(row);
    const isMaker = row.created_by === account.key;
    return {
      id: Number(row.id),
      email: row.email,
      role: grant.role,
      keys: [...grant.keys],
      reports: [...grant.reports],
      link: isMaker ? linkOf(row.token_sealed) : null,
      uses: row.uses,
      max_uses: row.max_uses,
      expires_at: new Date(row.expires_at).toISOString(),
      created_by: callName({ ...row, email: row.maker_email }),
      created_at: new Date(row.created_at).toISOString(),
      editable: isMaker || covers(permissions, grant),
    };
  });
}
