import {
  type Account,
  type Bot,
  type BotAccess,
  hasAnyAccess,
  opens,
  type Permissions,
  permissionKeys,
  permissionsOfGrant,
  type ReportType,
} from '@botscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import { currentVisitor } from './demo/visitor.ts';
import { campaignKeys, segmentKeys } from './demo/visitor-rules.ts';
import type { Grants } from './grants.ts';

export { currentVisitor, iterateAsVisitor } from './demo/visitor.ts';
export { assertRoomForVisitor, isOwn, isVisible, mayChange, visitorLimits } from './demo/visitor-rows.ts';
export { type Grant, type Grants, grantsReader, loadGrants, noGrants } from './grants.ts';
export { withdrawInvitations } from './reduce.ts';

type AccountRef = Pick<Account, 'key'>;

/** Fields of a bot's row that decide who may do what with it. */
export interface Owned {
  key: string;
  account_key: string | null;
  is_demo: boolean;
}

const noReports: ReadonlySet<ReportType> = new Set();

/** An owner has every key. */
export const ownerPermissions: Permissions = { keys: new Set(permissionKeys), reports: noReports, role: 'owner' };

const demoKeys: readonly string[] = [
  'section.users.list',
  'section.users.export',
  'section.users.chat.view',
  'convers.view',
  'custom_fields.view',
  'webapp.view',
  'integrations.view',
  // Segments and campaigns of their own, which nobody else sees: demo/visitor-rows.ts.
  ...segmentKeys,
  ...campaignKeys,
];

/** Any visitor or account may look at the demo bot, and keep segments and campaigns there for a day. */
const demoPermissions: Permissions = {
  keys: new Set(
    permissionKeys.filter(
      // Its users are made up, so they may be listed, and what they wrote may be read.
      (key) => key.startsWith('report.') || demoKeys.includes(key),
    ),
  ),
  reports: noReports,
  role: null,
};

const nothing: Permissions = { keys: new Set(), reports: noReports, role: null };

/**
 * The permissions of an account (null: a visitor) on a bot; `grants` are those of the account. Running the installation
 * gives no access to bots.
 */
export function permissionsFor(account: AccountRef | null, bot: Owned, grants: Grants): Permissions {
  if (account !== null && bot.account_key === account.key) return ownerPermissions;
  const grant = account === null ? undefined : grants.get(bot.key);
  if (grant !== undefined) return permissionsOfGrant(grant);
  return bot.is_demo ? demoPermissions : nothing;
}

/**
 * Lets an account through to a bot, with its permissions there, or refuses in the way that reveals least.
 * @throws AppError NotSignedIn for a visitor, NotFound for a bot of which the account may see nothing (or that does not
 *   exist: the same answer), AccessDenied for one that it sees without this right.
 */
export function permit<Found extends Owned>(
  account: AccountRef | null,
  bot: Found | null,
  access: BotAccess,
  grants: Grants,
): { bot: Found; permissions: Permissions } {
  const permissions = bot === null ? nothing : permissionsFor(account, bot, grants);
  const isIn = access === 'member' ? hasAnyAccess(permissions) : opens(permissions, access);
  if (bot !== null && isIn) return { bot, permissions };
  if (account === null) throw new AppError('NotSignedIn');
  throw new AppError(hasAnyAccess(permissions) ? 'AccessDenied' : 'NotFound');
}

/** The rights that a `Bot` carries to the dashboard, in the order of the contract's lists. */
export function presentPermissions({
  keys,
  reports,
  role,
}: Permissions): Pick<Bot, 'permissions' | 'reports' | 'role'> {
  return { permissions: permissionKeys.filter((key) => keys.has(key)), reports: [...reports].sort(), role };
}

/** The signed-in account of a call; its access has seen to it that there is one. @throws AppError NotSignedIn */
export function signedIn<SomeAccount>(account: SomeAccount | null): SomeAccount {
  if (account === null) throw new AppError('NotSignedIn');
  return account;
}

/** The account that writes something; null for visitors of the demo, who are not named. @throws AppError NotSignedIn */
export const authorKey = (account: AccountRef | null): string | null =>
  currentVisitor() === undefined ? signedIn(account).key : null;

/** The bot of a call, or its permissions; its access has seen to it that there is one. @throws AppError NotFound */
export function permitted<Found>(value: Found | null): Found {
  if (value === null) throw new AppError('NotFound');
  return value;
}

/** The accounts with access to a bot: its owner, and those who have accepted a grant. */
export async function listColleagues(db: Kysely<Tables>, bot: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bots')
    .select('account_key')
    .where('key', '=', bot)
    .where('account_key', 'is not', null)
    .unionAll(db.selectFrom('grants').select('account_key').where('bot_key', '=', bot).where('expires_at', 'is', null))
    .execute();
  return [...new Set(rows.flatMap(({ account_key }) => account_key ?? []))];
}

/** An expired link explains itself this long. */
const explainedDays = 90;

/** A job: deletes access by email that nobody took up in time, and invitations that ended long ago. */
export async function forgetInvitations(db: Kysely<Tables>, now: number): Promise<Record<string, number>> {
  const grants = await db.deleteFrom('grants').where('expires_at', '<=', new Date(now)).executeTakeFirst();
  const invitations = await db
    .deleteFrom('invitations')
    .where('expires_at', '<', new Date(now - explainedDays * dayMs))
    .executeTakeFirst();
  return { grants: Number(grants.numDeletedRows), invitations: Number(invitations.numDeletedRows) };
}
