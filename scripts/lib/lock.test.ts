import { expect, test } from 'vitest';
import { isInstalled, listPackages, nameOf } from './lock.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    contract: { version: '0.1.0' },
    'node_modules/@botscope/contract': { link: true },
    'node_modules/zod': { version: '4.6.7' },
    'server/node_modules/zod': { version: '3.0.0' },
    'node_modules/@chdb/lib-linux-x64': { version: '1.0.0', optional: true },
  },
};

test('workspaces and links are no packages', () => {
  expect(listPackages(lock).map(([path]) => nameOf(path))).toEqual(['zod', 'zod', '@chdb/lib-linux-x64']);
});

test('an absent package of another platform does not matter', () => {
  const { 'node_modules/@chdb/lib-linux-x64': _, ...rest } = lock.packages;
  expect(isInstalled(lock, { packages: rest })).toBe(true);
});

test.each([
  ['a missing package', { 'node_modules/zod': { version: '4.6.7' } }],
  ['another version', { ...lock.packages, 'node_modules/zod': { version: '4.6.6' } }],
  ['a package too many', { ...lock.packages, 'node_modules/left': { version: '1.0.0' } }],
])('%s means installing again', (_, packages) => {
  expect(isInstalled(lock, { packages })).toBe(false);
});
