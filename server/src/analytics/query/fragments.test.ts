import { dimensions, parseFilter } from '@botscope/contract';
import { expect, test } from 'vitest';
import { changesOfUsersSql } from '../../events/rollups/read/membership-changes.sql.ts';
import type { Rollup } from '../../events/store/event-store.ts';
import { usersTable } from '../../events/store/user-rebuilds.ts';
import { goldenFile } from '../test-golden.ts';
import { type Attribution, attributedConversionsSql, attributedUsersSql, sourcedUsersSql } from './attribution.sql.ts';
import { bucketSql } from './bucket-sql.ts';
import { cutIntoBuckets } from './buckets.ts';
import { topValuesSql } from './dimension-values.sql.ts';
import { compileFilter, type FilterSql } from './filter-sql.ts';
import { parsePeriod } from './period.ts';
import { createSources } from './sources.ts';
import { symbolicSources } from './test-symbolic-sources.ts';

type Named = [name: string, sql: string];

/** Half of the week is rolled up; of some users something came in since. */
const week = { start: Date.parse('2024-01-01'), end: Date.parse('2024-01-08') };
const rollup: Rollup = {
  ...{ generation: 1, until: Date.parse('2024-01-04') },
  staleUsers: [11, 12],
  usersToRebuild: [12],
};
const staleUserIds = usersTable(rollup.usersToRebuild);

/** A filter of users is the special case in which both conditions are one. */
const ofUsersRow: FilterSql = { ofUsersRow: '<row>', ofUser: '<user>', ofAction: '<user>', params: {} };
const ofActions: FilterSql = { ...ofUsersRow, ofAction: '<action>' };

/** Without a filter the same texts are without its conditions. */
const ways = {
  'with a filter of actions': createSources(ofActions),
  'rolled up, with stale users and a filter of users': createSources(ofUsersRow, rollup.usersToRebuild, {
    rollup,
    ...week,
  }),
};

/** One text for what is repeated in many. */
const shorten = (sql: string): string =>
  sql.replaceAll(staleUserIds, '<users where some rows are stale>').replace(before, '<changes of> ').replace(after, '');
const [before = '', after = ''] = changesOfUsersSql('<steps>').split('<steps>');

test('the sources are the reviewed texts', async () => {
  const texts = Object.entries(ways).flatMap(([way, sources]): Named[] =>
    Object.entries({
      ...sources,
      actionsWith: sources.actionsWith('<content>'),
      actionsDuring: sources.actionsDuring('<start>', '<end>'),
      activityDuring: sources.activityDuring('<start>', '<end>'),
      appSessions: sources.appSessions('platform'),
      'appSessions by source': sources.appSessions('source'),
      siteSessions: sources.siteSessions('true'),
      'siteSessions by a value': sources.siteSessions('true', 'site_path'),
      launchesWithValue: sources.launchesWithValue('<value>'),
      eventsWith: sources.eventsWith('<content>'),
    }).flatMap(([name, sql]) => (typeof sql === 'string' ? [[`${name}, ${way}`, shorten(sql)]] : [])),
  );
  texts.push(['changes of steps', changesOfUsersSql('<steps>')]);
  await expect(goldenFile(texts)).toMatchFileSnapshot('sources.golden.sql');
});

test('attribution is the reviewed texts', async () => {
  const texts: Named[] = [];
  for (const model of ['first', 'last', 'last_significant'] as const) {
    for (const value of model === 'first' ? ['source', '<parameter>'] : ['<value>']) {
      const attribution: Attribution = { model, value, until: '<until>' };
      const name = `${model} of ${value}`;
      texts.push(
        [`users with a value: ${name}`, sourcedUsersSql(attribution)],
        [`the same, rolled up: ${name}`, shorten(sourcedUsersSql({ ...attribution, rollup }))],
        [`conversions: ${name}`, attributedConversionsSql(attribution, '<conversions>')],
      );
      if (model !== 'last_significant') texts.push([`users: ${name}`, attributedUsersSql(attribution)]);
    }
  }
  await expect(goldenFile(texts)).toMatchFileSnapshot('attribution.golden.sql');
});

const settings = {
  model: 'first',
  sourceParameter: 'source',
  hiddenCommands: ['Basket'],
  callbackMaxLength: 8,
} as const;

/** A segment is rules, and no value: see segments/segment-sql.test.ts. */
const valued = dimensions.filter((dimension) => dimension !== 'segment');

test('filters are the reviewed texts', async () => {
  const filters = [...valued.map((dimension) => `${dimension}:a`), 'param.medium:a', 'command:!a', 'source:'];
  const texts = [...filters, 'chat_type:a;premium:yes', 'source:a;language:!ru|gender:male'].flatMap(
    (text): Named[] => {
      const compiled = compileFilter(parseFilter(text) ?? [], week, settings);
      return [
        [`${text}, of a user`, compiled?.ofUser ?? ''],
        [`${text}, of an action`, compiled?.ofAction ?? ''],
      ];
    },
  );
  const [complement] = [
    compileFilter([[{ dimension: 'language', not: false, values: ['en'], isComplement: true }]], week, settings),
  ];
  await expect(goldenFile([...texts, ['all but language:en', complement?.ofUser ?? '']])).toMatchFileSnapshot(
    'filters.golden.sql',
  );
});

test('the values of each dimension are the reviewed statements', async () => {
  const texts = [...valued, 'param.medium' as const].map((dimension): Named => {
    const { sql } = topValuesSql(dimension, settings);
    return [dimension, sql(dimension === 'language')(symbolicSources)];
  });
  await expect(goldenFile(texts)).toMatchFileSnapshot('dimension-values.golden.sql');
});

test('buckets are the reviewed expressions', async () => {
  const periods = {
    'equal days': ['2024-01-01..2024-01-07', 'day'],
    'days around a clock change': ['2024-03-29..2024-04-02', 'day'],
    'a year of months': ['2023-04-01..2024-03-31', 'month'],
  } as const;
  const texts = Object.entries(periods).map(([name, [period, detail]]): Named => {
    const buckets = cutIntoBuckets(parsePeriod(period, 'Europe/Berlin', 0), detail);
    return [name, bucketSql(buckets).of('<seconds>')];
  });
  await expect(goldenFile(texts)).toMatchFileSnapshot('buckets.golden.sql');
});
