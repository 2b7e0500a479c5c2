import {
  type Account,
  type Bot,
  type BotAccess,
  type Held,
  heldBy,
  holdsAnything,
  opens,
  permissionKeys,
  type ReportType,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Grants } from './grants.ts';

export { forgetInvitations } from './forget-invitations.ts';
export { type Grant, type Grants, grantsOf, grantsReader, noGrants } from './grants.ts';
export { withdrawInvitations } from './reduce.ts';

type Person = Pick<Account, 'key'>;

/** What is asked of a bot's row to know who may do what with it. */
export interface Owned {
  key: string;
  account_key: string | null;
  is_demo: boolean;
}

const noReports: ReadonlySet<ReportType> = new Set();

/** An owner has every key. */
export const ownerHeld: Held = { keys: new Set(permissionKeys), reports: noReports, role: 'owner' };

/** What a visitor, or any account, may do with the demo bot: look. */
const demoHeld: Held = {
  keys: new Set(
    permissionKeys.filter(
      // Its people are made up, so they may be listed.
      (key) =>
        key.startsWith('report.') || ['section.users.list', 'section.users.export', 'convers.view'].includes(key),
    ),
  ),
  reports: noReports,
  role: null,
};

const nothing: Held = { keys: new Set(), reports: noReports, role: null };

/**
 * What an account (null: a visitor) holds on a bot; `grants` are those of the account. Running the installation opens
 * nobody's bots.
 */
export function heldOn(account: Person | null, bot: Owned, grants: Grants): Held {
  if (account !== null && bot.account_key === account.key) return ownerHeld;
  const grant = account === null ? undefined : grants.get(bot.key);
  if (grant !== undefined) return heldBy(grant);
  return bot.is_demo ? demoHeld : nothing;
}

/**
 * Lets an account through to a bot, with what it holds there, or says no in the way that gives least away.
 * @throws AppError NotSignedIn for a visitor, NotFound for a bot of which the account may see nothing (or that does not
 *   exist: the same answer), AccessDenied for one that it sees without this right.
 */
export function permit<Asked extends Owned>(
  account: Person | null,
  bot: Asked | null,
  access: BotAccess,
  grants: Grants,
): { bot: Asked; held: Held } {
  const held = bot === null ? nothing : heldOn(account, bot, grants);
  const isIn = access === 'member' ? holdsAnything(held) : opens(held, access);
  if (bot !== null && isIn) return { bot, held };
  if (account === null) throw new AppError('NotSignedIn');
  throw new AppError(holdsAnything(held) ? 'AccessDenied' : 'NotFound');
}

/** The rights that a `Bot` carries to the dashboard, in the order of the contract's lists. */
export function presentHeld({ keys, reports, role }: Held): Pick<Bot, 'permissions' | 'reports' | 'role'> {
  return { permissions: permissionKeys.filter((key) => keys.has(key)), reports: [...reports].sort(), role };
}

/** The signed-in account of a call; its access has seen to it that there is one. @throws AppError NotSignedIn */
export function signedIn<Person>(account: Person | null): Person {
  if (account === null) throw new AppError('NotSignedIn');
  return account;
}

/** The bot of a call, or what is held on it; its access has seen to it that there is one. @throws AppError NotFound */
export function permitted<Asked>(asked: Asked | null): Asked {
  if (asked === null) throw new AppError('NotFound');
  return asked;
}
