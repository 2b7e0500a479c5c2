import { expect, test } from 'vitest';
import { describeSelection } from './changed-suites.mjs';
import { journeys, lists, readAtRunTime, slowTests, smokeSpecs } from './changed-tables.mjs';
import { selectTests } from './select-tests.mjs';
import { isCode, readSource, sourceFiles } from './sources.mjs';

const files = await sourceFiles();
const sources = new Map<string, string>();
/** Reads every file once for all tests. */
function read(file: string): string {
  const source = sources.get(file) ?? readSource(file);
  sources.set(file, source);
  return source;
}
const select = (...changedFiles: string[]) => selectTests({ changedFiles, files, read });
const chosen = (...changedFiles: string[]) => {
  const { units, specs } = select(...changedFiles);
  return [...units, ...specs].map(({ file }) => file);
};

test.each<[string, string, string[]]>([
  ['a module reaches its test', 'scripts/lib/totals.mjs', ['scripts/lib/totals.test.ts']],
  ['a changed test runs', 'server/src/platform/csv.test.ts', ['server/src/platform/csv.test.ts']],
  ['a changed journey runs', 'e2e/audit.spec.ts', ['e2e/audit.spec.ts']],
  [
    'a feature of the server reaches its tests, which start the whole product, and its page',
    'server/src/features/utm-links/utm-link-routes.ts',
    ['server/src/features/utm-links/utm-links.test.ts', 'e2e/utm-builder.spec.ts'],
  ],
  ['a page reaches its journey', 'dashboard/src/features/targets/feature.ts', ['e2e/conversions.spec.ts']],
  ['a tab of a page reaches its journey', 'dashboard/src/features/audit/feature.ts', ['e2e/audit.spec.ts']],
  [
    'a text reaches the test of all texts',
    'dashboard/src/features/bots/locales/ru/menu.ts',
    ['dashboard/src/app/locales/locales.test.ts'],
  ],
  [
    'a migration of events reaches the tests of migrations',
    'server/src/events/store/migrations/0099_next.sql',
    ['server/src/events/store/migrate.test.ts'],
  ],
  [
    'a migration of a feature reaches those of the metadata store',
    'server/src/features/segments/migrations/0099_next.sql',
    ['server/src/platform/metadata/metadata.test.ts', 'server/src/features/segments/segments.test.ts'],
  ],
  [
    'a golden file reaches the test that compares it',
    'server/src/analytics/reports/shared.golden.sql',
    ['server/src/analytics/reports/statements.test.ts'],
  ],
  [
    'a fixture reaches its reader',
    'server/src/events/normalize/fixtures/new-dump.json',
    ['server/src/events/normalize/framework-dumps.test.ts'],
  ],
  [
    'the description of the public API reaches its test',
    'docs/openapi.json',
    ['server/src/ingest/push/push-routes.test.ts'],
  ],
  ['traffic reaches real bots', 'server/src/ingest/relay/relay.ts', ['e2e/real/ways.spec.ts']],
  ['what is only used by journeys reaches those', 'e2e/fixtures/telegram-login.ts', ['e2e/telegram-login.spec.ts']],
  ['part of a long journey reaches it', 'e2e/cluster/webhook-bot.ts', ['e2e/cluster/cluster.spec.ts']],
  ['packages are tried out on the smoke set', 'package-lock.json', smokeSpecs],
  ['code without a test near it is tried out on the smoke set', 'scripts/start.mjs', smokeSpecs],
])('%s', (_, file, expected) => {
  expect(chosen(file)).toEqual(expect.arrayContaining(expected));
});

test('a document reaches no test', () => {
  expect(chosen('docs/architecture.md')).toEqual([]);
});

test('no change of code is left without a test, and none asks for more than five minutes have room for', () => {
  for (const file of files.filter(isCode).filter((_, index) => index % 80 === 0)) {
    const { units, specs } = select(file);
    expect(units.length + specs.length, file).toBeGreaterThan(0);
    const weights = units.map((unit) => (slowTests.test(unit.file) ? 5 : Number(unit.file.startsWith('server/'))));
    expect(
      weights.reduce((total, weight) => total + weight, 0),
      file,
    ).toBeLessThanOrEqual(30);
    expect(specs.length, file).toBeLessThanOrEqual(4);
  }
});

test('a slow test runs for what is near it alone', () => {
  const slowTest = 'server/src/events/store/durability.test.ts';
  expect(chosen('server/src/events/store/spool.ts')).toContain(slowTest);
  expect(chosen('server/src/platform/journal/journal.ts')).not.toContain(slowTest);
  expect(selectTests({ changedFiles: ['server/src/platform/journal/journal.ts'], files, read }).leftOut.units).not.toBe(
    0,
  );
});

test('what runs is said beforehand, with the reason, and how much is left out', () => {
  const lines = describeSelection({
    units: [{ file: 'a.test.ts', reason: 'reads a.ts' }],
    specs: [],
    leftOut: { units: 7, specs: 2 },
  });
  expect(lines).toEqual([
    'check: all',
    'unit: 1 files',
    '  a.test.ts (reads a.ts)',
    'e2e: no test is near the change',
    'Left to npm test, further from the change: 7 test files, 2 browser specs',
  ]);
});

test('the tables name files that exist', () => {
  const named = [...readAtRunTime.flatMap((row) => row.readBy), ...journeys.flatMap((row) => row.specs), ...smokeSpecs];
  expect([...named, ...lists].filter((file) => !files.includes(file))).toEqual([]);
  const patterns = [...readAtRunTime, ...journeys].map((row) => row.files);
  expect(patterns.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([]);
});
