import { type Account, type PermissionKey, permissionKeys } from '@botscope/contract';
import { AppError } from '../errors.ts';

/** What a visitor, or any account, may do with the demo bot: look. */
const demoPermissions: readonly PermissionKey[] = permissionKeys.filter(
  // Its people are made up, so they may be listed.
  (key) => key.startsWith('report.') || ['section.users.list', 'section.users.export', 'convers.view'].includes(key),
);

interface Owned {
  account_key: string | null;
  is_demo: boolean;
}

/** The permission keys that an account (null: a visitor) holds on a bot. An owner has all. */
export function permissionsOn(account: Pick<Account, 'key'> | null, bot: Owned): readonly PermissionKey[] {
  if (account !== null && bot.account_key === account.key) return permissionKeys;
  return bot.is_demo ? demoPermissions : [];
}

/**
 * Lets an account through to a bot, or says no in the way that gives least away.
 * @throws AppError NotSignedIn for a visitor, NotFound for a bot of which the account may see nothing (or that does not
 *   exist: the same answer), AccessDenied for one that it sees without this permission.
 */
export function permit<Bot extends Owned>(
  account: Pick<Account, 'key'> | null,
  bot: Bot | null,
  permission: PermissionKey,
): Bot {
  const held = bot === null ? [] : permissionsOn(account, bot);
  if (bot !== null && held.includes(permission)) return bot;
  if (account === null) throw new AppError('NotSignedIn');
  throw new AppError(held.length === 0 ? 'NotFound' : 'AccessDenied');
}

/** The signed-in account of a call; its access has seen to it that there is one. @throws AppError NotSignedIn */
export function signedIn<Person>(account: Person | null): Person {
  if (account === null) throw new AppError('NotSignedIn');
  return account;
}

/** The bot of a call; its access has seen to it that there is one. @throws AppError NotFound */
export function permitted<Bot>(bot: Bot | null): Bot {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}
