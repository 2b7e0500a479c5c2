import { formatFilter, type Report, type ReportType } from '@botscope/contract';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { catalogue } from './catalogue.ts';
import { conditions, filterTexts, ingestRandomWorld, models } from './test-asking.ts';
import { type TestNumber, testReport, testUsers } from './test-query.ts';
import { worlds } from './test-worlds.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
});
afterAll(() => store.close());

const types = Object.keys(catalogue) as ReportType[];
const withUsers = types.filter((type) => catalogue[type].users !== undefined);

/** Movements may be more than users: who left twice left twice. */
const countsUsers = (type: string, line: string) => !(type === 'users_graph' && line !== 'live');

type NumberRef = Pick<TestNumber, 'bucket' | 'line' | 'column'>;

/** Every count of users in a report, with its position. */
function listCounts({ type_report: type, unit, lines, table, cohorts }: Report): [ref: NumberRef, users: number][] {
  const ownAxis = type === 'activity_hours';
  const lineCounts = lines
    .filter((line) => (line.unit ?? unit) === 'users' && countsUsers(type, line.name) && !ownAxis)
    .flatMap((line) => [
      ...line.values.map((value, bucket) => [{ line: line.name, bucket: String(bucket) }, value] as const),
      [{ line: line.name }, line.total] as const,
    ]);
  const columns = table?.columns.flatMap(({ name, unit: columnUnit }, index) =>
    columnUnit === 'users' ? [{ name, index }] : [],
  );
  const tableCounts = (columns ?? []).flatMap(({ name, index }) => [
    ...(table?.rows ?? []).map((row) => [{ line: row.name, column: name }, row.values[index]] as const),
    [{ column: name }, table?.totals[index]] as const,
  ]);
  const cohortCounts = (cohorts?.rows ?? []).flatMap((row, bucket) =>
    row.values.map((users, column) => [{ bucket: String(bucket), column: String(column) }, users] as const),
  );
  return [...lineCounts, ...tableCounts, ...cohortCounts].map(([place, users]) => [place, users ?? 0]);
}

/** A report has up to 400 counts, and its users are requested for each: as many of them, from all over it. */
const maxCounts = byRunLength({ regular: 12, long: Number.POSITIVE_INFINITY });
const spread = <T>(values: readonly T[], from: number): T[] => {
  const step = Math.max(1, Math.ceil(values.length / maxCounts));
  return values.filter((_, index) => index % step === from % step);
};

test('there are as many users behind a count of users as it says', async () => {
  const some = fc.subarray(withUsers, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(worlds, filterTexts, models, some, fc.nat(), async (world, filter, model, chosenTypes, from) => {
      const { deps, question } = await ingestRandomWorld(store, world);
      for (const type of chosenTypes) {
        const baseQuery = { ...question, type, filter, model };
        for (const [place, users] of spread(listCounts(await testReport(deps, baseQuery)), from)) {
          const { ids } = await testUsers(deps, { ...baseQuery, ...place });
          expect([type, place, ids.length]).toEqual([type, place, users]);
        }
      }
    }),
    { numRuns: byRunLength({ regular: 2, long: 6 }) },
  );
}, 600_000);

test('the order of conditions and of groups says nothing, nor does a condition said twice', async () => {
  const groups = fc.array(fc.array(conditions, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(worlds, groups, fc.constantFrom(...types), models, async (world, filter, type, model) => {
      const { deps, question } = await ingestRandomWorld(store, world);
      const answer = (text: string) => testReport(deps, { ...question, type, model, filter: text });
      const originalAnswer = await answer(formatFilter(filter));
      const turned = filter.toReversed().map((group) => group.toReversed());
      expect(await answer(formatFilter(turned))).toEqual(originalAnswer);
      const doubled = filter.map((group) => [...group, ...group]);
      expect(await answer(formatFilter([...doubled, ...filter]))).toEqual(originalAnswer);
    }),
    { numRuns: byRunLength({ regular: 3, long: 8 }) },
  );
  // Two groups of three conditions on sources are planned for two seconds and asked three times.
}, 240_000);

/** Reports whose values add up over different users, and over different actions too. */
const additive: readonly { type: ReportType; ofActions: boolean }[] = [
  { type: 'messages_from_user', ofActions: true },
  { type: 'user_commands_stat', ofActions: true },
  { type: 'visitors', ofActions: false },
  { type: 'new_users', ofActions: false },
  { type: 'count_users', ofActions: false },
  { type: 'users_graph', ofActions: false },
  { type: 'left_users', ofActions: false },
  { type: 'session_count', ofActions: false },
];
const userDimensions = ['source', 'language', 'premium', 'gender', 'country', 'audience', 'param.medium'];

test('the lines of a breakdown add up to the whole', async () => {
  const queries = fc.constantFrom(...additive).chain(({ type, ofActions }) =>
    fc.record({
      type: fc.constant(type),
      by: fc.constantFrom(...userDimensions, ...(ofActions ? ['chat_type'] : [])),
    }),
  );
  await fc.assert(
    fc.asyncProperty(worlds, filterTexts, queries, models, async (world, filter, { type, by }, model) => {
      const { deps, question } = await ingestRandomWorld(store, world);
      const baseQuery = { ...question, type, filter, model };
      const broken = await testReport(deps, { ...baseQuery, by });
      const wholeReport = await testReport(deps, baseQuery);
      // The headline of actions by type is all of them; of commands it is all, of which lines are the top.
      const isSum = type === 'messages_from_user' || type === 'user_commands_stat';
      const lines = isSum ? wholeReport.lines.filter((line) => line.unit !== 'users') : wholeReport.lines.slice(0, 1);
      const sum = (report: typeof lines) =>
        [...wholeReport.buckets.map((_, bucket) => bucket), 'total' as const].map((place) =>
          report.reduce((all, line) => all + ((place === 'total' ? line.total : line.values[place]) ?? 0), 0),
        );
      expect(sum(broken.lines)).toEqual(sum(lines));
    }),
    { numRuns: byRunLength({ regular: 9, long: 15 }) },
  );
}, 600_000);
