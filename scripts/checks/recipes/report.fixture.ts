import { insertBefore, type Recipe } from './recipe.ts';

const folder = 'server/src/analytics/reports/sticker-users';

const ownFiles: Readonly<Record<string, string>> = {
  [`${folder}/sticker-users.ts`]: `import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';

const stickerUsersSql = (bucket: BucketSql) => (from: Sources) => \`
SELECT \${bucket.of('toUnixTimestamp(time)')} AS bucket, uniqExact(user_id) AS users
FROM \${from.events} AND is_action AND type = 'sticker'
GROUP BY bucket WITH ROLLUP\`;

const stickerUserIdsSql = (from: Sources) => \`
  SELECT user_id FROM \${from.events} AND is_action AND type = 'sticker'\`;

/** Different users who sent a sticker. */
export const stickerUsers: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<BucketRow & { users: number }>(scope.statement(stickerUsersSql(bucket), bucket.params));
    return [countLine('users', buckets.starts.length, rows, (row) => row.users)];
  },
  users: () => ({ sql: stickerUserIdsSql }),
};
`,
  [`${folder}/sticker-users.test.ts`]: `import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('a user counts once, whatever number of stickers they send', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [ann, ben] = [journey.user('Ann'), journey.user('Ben')];
    journey.at('2024-03-30T10:00:00Z');
    ann.sendsSticker();
    ann.sendsSticker();
    ben.sends('hello');
  });
  await store.write(bot.events);
  const report = await bot.report({ type: 'sticker_users', period: '2024-03-30..2024-03-31', detail: 'day' });
  expect(report.lines).toEqual([{ name: 'users', values: [1, 0], total: 1 }]);
});
`,
};

/** Users who sent a sticker, over time. */
export const report: Recipe = {
  name: 'a report',
  ownFolders: new RegExp(`^${folder}/`),
  ownFiles,
  edits: [
    insertBefore(
      'contract/src/report-types.ts',
      "  active_users: series('users', 'report.view'),",
      "  sticker_users: series('users', 'report.view'),",
    ),
    insertBefore(
      'dashboard/src/charts/prepare/report-looks.ts',
      "  visitors: { ...plainLook, menu: 'behaviour', notes: ['action', 'distinct'] },",
      "  sticker_users: { ...plainLook, menu: 'behaviour', notes: ['action', 'distinct'] },",
    ),
    insertBefore(
      'server/src/analytics/reports/catalogue.ts',
      "import { sumIncome } from './sum-income/sum-income.ts';",
      "import { stickerUsers } from './sticker-users/sticker-users.ts';",
    ),
    insertBefore(
      'server/src/analytics/reports/catalogue.ts',
      '  active_users: activeUsers,',
      '  sticker_users: stickerUsers,',
    ),
    insertBefore(
      'testkit/src/oracle/reports.ts',
      "  active_users: { ...series('users'), answer: drawn(activeUsers), users: active },",
      `  sticker_users: {
    ...series('users'),
    answer: drawn((look) => [line('users', look, (span) => acted(look, span, ({ type }) => type === 'sticker').size)]),
    users: (look, span) => acted(look, span, ({ type }) => type === 'sticker'),
  },`,
    ),
    insertBefore(
      'testkit/src/oracle/reports.ts',
      "import type { Look } from './question.ts';",
      "import { line } from './lines.ts';",
    ),
    insertBefore(
      'dashboard/src/analytics/locales/en/report-types.ts',
      "  active_users: 'Active users',",
      "  sticker_users: 'Users of stickers',",
    ),
    insertBefore(
      'dashboard/src/analytics/locales/en/report-types.ts',
      "  visitors: 'Unique users with at least one action in the period.',",
      "  sticker_users: 'Unique users who sent a sticker in the period.',",
    ),
    insertBefore(
      'dashboard/src/analytics/locales/ru/report-types.ts',
      "  active_users: 'Активные пользователи',",
      "  sticker_users: 'Пользователи стикеров',",
    ),
    insertBefore(
      'dashboard/src/analytics/locales/ru/report-types.ts',
      "  return_users: 'Люди, которые ушли",
      "  sticker_users: 'Пользователи, которые отправили стикер за период.',",
    ),
    insertBefore(
      'docs/metrics.md',
      '| Visitors | distinct users',
      '| Users of stickers | distinct users who sent a sticker |',
    ),
  ],
  maxEditedFiles: 7,
};
