import { expect, test } from 'vitest';
import { valueImports } from './arrow.mjs';
import { holdUpFirstPaint } from './budgets.mjs';
import { environmentReads } from './environment.mjs';
import { findLeftovers } from './leftovers.mjs';
import { isFree, judgeLicences, readLicence } from './licences.mjs';
import { missingPlatforms, unpinned, unreviewedScripts } from './lock.mjs';
import { findImports, isBetweenPages } from './page-imports.mjs';
import { countLines, judgeSizes } from './sizes.mjs';
import { comparisons, judgeWallClock } from './wall-clock.mjs';

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['GPL-3.0 OR Apache-2.0', true],
  ['MIT AND GPL-3.0', false],
  ['MPL-2.0', false],
  ['SEE LICENSE IN LICENSE', false],
  ['', false],
])('licence %j is free: %s', (expression, expected) => {
  expect(isFree(expression)).toBe(expected);
});

test('licences are read in every form that was ever in use', () => {
  expect(readLicence({ license: 'MIT' })).toBe('MIT');
  expect(readLicence({ license: { type: 'ISC' } })).toBe('ISC');
  expect(readLicence({ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] })).toBe('MIT OR GPL-2.0');
  expect(readLicence({})).toBeNull();
});

test('an exception holds for the reviewed licence only, and must be needed', () => {
  const exceptions = {
    'css*': { licence: 'MPL-2.0', reason: 'tool' },
    gone: { licence: 'MPL-2.0', reason: 'tool' },
  };
  const packages = [
    { name: 'css-linux', licence: 'MPL-2.0' },
    { name: 'css-mac', licence: 'GPL-3.0' },
    { name: 'odd', licence: null },
  ];
  expect(judgeLicences(packages, exceptions)).toEqual([
    'css-mac has the licence GPL-3.0; MPL-2.0 was reviewed',
    'odd has the licence (none): not on our list',
    'gone needs no exception any more: take it off the list',
  ]);
});

test('an exception for development ends where production begins', () => {
  const exceptions = { client: { licence: 'WTFPL', reason: 'run by tests', devOnly: true } };
  expect(judgeLicences([{ name: 'client', licence: 'WTFPL', isDev: true }], exceptions)).toEqual([]);
  expect(judgeLicences([{ name: 'client', licence: 'WTFPL', isDev: false }], exceptions)).toEqual([
    'client (WTFPL) was reviewed for development only',
  ]);
});

test('a platform package that the lock lost is missed, wherever Node would look for it', () => {
  const lock = {
    packages: {
      'server/node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-mac': '1', 'tool-win': '1' } },
      'node_modules/tool-linux': { version: '1.0.0' },
      'server/node_modules/tool-win': { version: '1.0.0' },
    },
  };
  expect(missingPlatforms(lock, {})).toEqual(['server/node_modules/tool wants tool-mac, which the lock does not have']);
  expect(missingPlatforms(lock, { 'tool-mac': 'never published' })).toEqual([]);
  expect(missingPlatforms(lock, { 'tool-mac': 'never published', 'tool-linux': 'wrong' })).toHaveLength(1);
});

test('every install script is reviewed, and only those', () => {
  const lock = { packages: { 'node_modules/a': { hasInstallScript: true }, 'node_modules/b': {} } };
  expect(unreviewedScripts(lock, { a: false })).toEqual([]);
  expect(unreviewedScripts(lock, { b: true })).toHaveLength(2);
});

test('versions are exact', () => {
  const dependencies = {
    '@botscope/contract': '*',
    pg: '8.23.1',
    pino: '^10.4.0',
    old: 'npm:pg@7.0.0',
    older: 'npm:@types/pg@7',
  };
  expect(unpinned({ packages: { server: { dependencies } } })).toEqual([
    'server asks for pino@^10.4.0: pin an exact version',
    'server asks for older@npm:@types/pg@7: pin an exact version',
  ]);
});

test('500 lines are the end, 300 a note', () => {
  const verdict = judgeSizes([
    { file: 'a.ts', lines: 500 },
    { file: 'b.ts', lines: 501 },
    { file: 'c.ts', lines: 300 },
  ]);
  expect(verdict.problems).toEqual(['b.ts: 501 lines (at most 500)']);
  expect(verdict.notes).toEqual(['a.ts: 500 lines']);
  expect([countLines(''), countLines('a'), countLines('a\nb\n')]).toEqual([0, 1, 2]);
});

test('the environment is found however it is read', () => {
  const source = [
    'const a = process.env.PORT;',
    "const b = process['env'];",
    "import { env } from 'node:process';",
    'const environment = 1;',
  ].join('\n');
  expect(environmentReads('x.ts', source)).toHaveLength(3);
});

test('leftovers are found, words that only look like them are not', () => {
  const leftoverLines = [
    '// @ts-ignore',
    '// TODO later',
    "it.skip('x')",
    'test.only(',
    '// biome-ignore lint: no',
    'const MOST_BOTS = 1;',
  ];
  const fine = ['const todoList = 1;', 'rows.skip(3)', 'a.only'];
  expect(findLeftovers('x.ts', leftoverLines.join('\n'))).toHaveLength(leftoverLines.length);
  expect(findLeftovers('x.ts', fine.join('\n'))).toEqual([]);
});

test('a slice may name the types of the edge and of the stores, never their values', () => {
  const routes = 'server/src/features/bots/bot-routes.ts';
  expect(valueImports(routes, "import type { Http } from '../http/http.ts';")).toEqual([]);
  expect(valueImports(routes, "import { type Http } from '../http/http.ts';")).toEqual([]);
  expect(valueImports(routes, "import { createHttp, type Http } from '../http/http.ts';")).toHaveLength(1);
  expect(valueImports(routes, "import {\n  openMetadata,\n} from '../metadata/open-metadata.ts';")).toHaveLength(1);
  expect(
    valueImports('server/src/roles/services.ts', "import { openMetadata } from '../metadata/open-metadata.ts';"),
  ).toEqual([]);
});

test('a script or a style sheet of its own before the first paint is found', () => {
  const passingHtml = `<script>paint()</script><script type="module" crossorigin src="/a.js"></script>
    <link rel="preload" as="style" href="/a.css"><link rel="stylesheet" media="print" data-start href="/a.css">`;
  expect(holdUpFirstPaint(passingHtml)).toEqual([]);
  const blockingHtml = '<script src="/scheme.js"></script><link rel="stylesheet" crossorigin href="/start.css">';
  expect(holdUpFirstPaint(blockingHtml)).toHaveLength(2);
});

test.each([
  // Two pages of one feature, and of two.
  ['accounts/pages/signup/signup-page.tsx', 'accounts/pages/signin/other-ways.tsx', true],
  ['home/pages/home-page.tsx', 'targets/pages/targets/targets-page.tsx', true],
  ['bots/public/bot-tabs.tsx', 'access/pages/permissions/row.tsx', true],
  // Parts of the same page, what its feature shares, and what another feature offers.
  ['accounts/pages/profile/profile-page.tsx', 'accounts/pages/profile/security/security-tab.tsx', false],
  ['home/pages/home-page.tsx', 'home/pages/panels/first-steps.tsx', false],
  ['bots/feature.ts', 'bots/pages/bot/bot-page.tsx', false],
  ['home/pages/home-page.tsx', 'targets/public/targets-data.ts', false],
])('%s may not import %s, for it is another page: %s', (from, to, expected) => {
  const base = 'dashboard/src/features/';
  expect(isBetweenPages(base + from, base + to)).toBe(expected);
});

test('imports are found in all their forms', () => {
  const source = `import './a.css';\nimport { b } from '../b.ts';\nconst c = () => import('./c.tsx');\nimport d from 'd';`;
  expect(findImports('dashboard/src/app/main.tsx', source)).toEqual([
    'dashboard/src/app/a.css',
    'dashboard/src/b.ts',
    'dashboard/src/app/c.tsx',
  ]);
});

test.each([
  ['if (now() - lastBeat >= beatMs) return;', 1],
  ['if (kept.until > now()) return kept;', 1],
  ['const elapsed = Date.now() - startedAt;', 1],
  ['return endsAt - deps.clock.now();', 1],
  ['if (deps.now() < decideAt) return;', 1],
  ['const before = new Date(now() - dayMs);', 0],
  ['if (performance.now() - begun > longestMs) return;', 0],
  ['if (monotonic() - begun > longestMs) return;', 0],
  ['until: monotonic() + keptMs,', 0],
  ['createQueue(now: () => number = () => performance.now())\nif (now() - since > longestMs)', 0],
])('%j compares the wall clock %i times', (source, expected) => {
  expect(comparisons(source)).toBe(expected);
});

test('comparisons of the wall clock are as many as were reviewed', () => {
  const allowances = { a: { times: 1, with: 'stored moments' }, gone: { times: 1, with: 'stored moments' } };
  const counts = new Map([
    ['a', 1],
    ['b', 0],
  ]);
  expect(judgeWallClock(counts, { a: allowances.a })).toEqual([]);
  expect(judgeWallClock(new Map([...counts, ['a', 2]]), allowances).map((one) => one.split(' ')[0])).toEqual([
    'a',
    'gone',
  ]);
  expect(judgeWallClock(new Map([['new', 1]]), {})).toEqual([expect.stringContaining('clock.monotonic()')]);
});
