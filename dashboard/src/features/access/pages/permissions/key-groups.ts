import { type PermissionKey, permissionKeys } from '@botscope/contract';

type KeyGroup = 'reports' | 'users' | 'settings' | 'conversions' | 'connection' | 'access' | 'messages' | 'extras';

interface Group {
  name: KeyGroup;
  keys: readonly PermissionKey[];
  /** Keys that no page or call asks for at present; the group says so. */
  unused: readonly PermissionKey[];
}

const beginning = (...prefixes: string[]): PermissionKey[] =>
  permissionKeys.filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));

const notYet: readonly PermissionKey[] = beginning('communication.broadcast.status');

/** Every permission key under the subject that it belongs to, those that matter to most colleagues first. */
export const keyGroups: readonly Group[] = (
  [
    ['reports', beginning('report.')],
    ['users', ['section.users.list', 'section.users.export', 'section.users.erase']],
    ['conversions', beginning('convers.')],
    ['settings', ['settings.view', 'settings.edit', 'errors.view', 'storage.upload']],
    ['connection', beginning('secure.')],
    ['access', ['permissions.manage']],
    ['messages', beginning('section.users.chat', 'section.users.messages', 'communication.', 'tasker.')],
    ['extras', beginning('custom_fields.', 'integrations.', 'webapp.')],
  ] as const
).map(([name, keys]) => ({ name, keys, unused: keys.filter((key) => notYet.includes(key)) }));

type Word<Key extends string> = Key extends `${infer Head}.${infer Rest}` ? `${Head}_${Word<Rest>}` : Key;

/** The key as the dictionaries write it: a dot would divide it there. */
export const toDictionaryKey = <Key extends PermissionKey>(key: Key): Word<Key> =>
  key.replaceAll('.', '_') as Word<Key>;
