import { api, integrationEndpoints, miniAppEndpoints, permissionKeys, reportTypes } from '@botscope/contract';
import { expect, test } from 'vitest';
import { permissionKeyTexts as en } from '../../locales/en/permission-keys.ts';
import { keyGroups, toDictionaryKey } from './key-groups.ts';

test('every permission key stands in one group, and has a name and a sentence', () => {
  expect(keyGroups.flatMap(({ keys }) => keys).sort()).toEqual([...permissionKeys].sort());
  expect(Object.keys(en).sort()).toEqual(permissionKeys.map(toDictionaryKey).sort());
});

test('a key is said to be without use exactly where no call and no report asks for it', () => {
  const usedKeys = new Set<string>([
    ...Object.values({ ...api, ...miniAppEndpoints, ...integrationEndpoints }).map(({ access }) => access),
    ...Object.values(reportTypes).map(({ permission }) => permission),
    // Downloads, which the table of calls does not hold.
    'section.users.export',
    'communication.files.get',
    // Asked for besides the key of the call.
    'communication.broadcast.send',
    'communication.broadcast.schedule',
    'communication.broadcast.cancel',
  ]);
  expect(keyGroups.flatMap(({ unused }) => unused).sort()).toEqual(
    permissionKeys.filter((key) => !usedKeys.has(key)).sort(),
  );
});
