import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { reportTypes } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rollup, Statement } from '../../events/store/event-store.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { symbolicBucket, symbolicSources } from '../query/test-symbolic-sources.ts';
import { goldenFile } from '../test-golden.ts';
import { activeUsersSql } from './active-users/active-users.sql.ts';
import { conversionsSql } from './conversions/conversions.sql.ts';
import { everyTrigger, purchase } from './conversions/test-targets.ts';
import { testReport } from './test-query.ts';
import { listGoldenShapes, listShapes, type Shape, week } from './test-shapes.ts';
import { symbolicStatements, symbolicUsers } from './test-symbolic-context.ts';
import { userBuckets } from './user-buckets.sql.ts';
import { countUsersSql, pageOfUsersSql, usersRowsSql } from './users.sql.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

async function recordStatements(type: string, { name: _, rollup, ...shape }: Shape): Promise<Statement[]> {
  const { statements, deps } = recorder(rollup);
  await testReport(deps, { ...bot, type, ...shape });
  return statements;
}

const bot = { bot: '0123456789abc', timeZone: 'Europe/Berlin', sessionGapMinutes: 30 };

/** Answers by statement and parameters: shapes share most of theirs, and each distinct one runs once. */
const answers = new Map<string, Promise<object[]>>();

/** Store that records the statements it receives and reports `rollup` as what is rolled up. */
function recorder(rollup?: Rollup) {
  const statements: Statement[] = [];
  const recording = {
    query: <Row extends object>(statement: Statement) => {
      statements.push(statement);
      const key = JSON.stringify([statement.sql, statement.params]);
      const answer = answers.get(key) ?? store.query<Row>(statement);
      answers.set(key, answer);
      return answer as Promise<Row[]>;
    },
    rollup: async () => rollup,
  };
  return { statements, deps: { store: recording, now: () => 0 } };
}

describe.each(Object.keys(reportTypes))('%s', (type) => {
  test('is answered by the engine, from tables that are read within the bot, whose key is a parameter', async () => {
    for (const shape of listShapes(type)) {
      for (const { sql, params, tag } of await recordStatements(type, shape)) {
        const reads = [
          ...sql.matchAll(/\bFROM\s+(?:events|users|activity_runs|membership_changes|launches|payments)\b/g),
        ].map((match) => sql.slice(match.index));
        expect(reads.length).toBeGreaterThan(0);
        expect(
          sql.match(
            /\b(FROM|JOIN)\s+(events|users|incoming|activity_runs|membership_changes|launches|payments|rollups|stale_users)\b/g,
          ),
        ).toHaveLength(reads.length);
        for (const read of reads) {
          // Each names its bot before the next table is mentioned, be it one inside a PREWHERE.
          expect(read).toMatch(
            /^FROM ((events( FINAL)?|users FINAL)\s+(PREWHERE [\s\S]*?)?WHERE bot = \{bot:String\}|(activity_runs|membership_changes|launches|payments)\s+(PREWHERE [\s\S]*?)?WHERE bot = \{bot:String\} AND generation = \{rolled_generation:UInt64\} AND time < )/,
          );
        }
        expect(sql.match(/\bbot = \{bot:String\}/g)).toHaveLength(reads.length);
        expect(params).toMatchObject({ bot: '0123456789abc' });
        expect(tag).toBe(`report/${type}/0123456789abc`);
        expect(sql).not.toContain('0123456789abc');
      }
    }
  });
});

/** Golden file of a report: one for all would have 900 lines. */
function familyOf(type: string): string {
  if (/^(web|app|site)_/.test(type)) return 'reports-on-pages';
  return /^(utm|conversions?|sum)_/.test(type) ? 'reports-on-sources' : 'reports-on-users';
}

test('the statements of each report, and the users behind its numbers, are the reviewed ones', async () => {
  const filesByText = new Map<string, string>();
  const parts = new Map<string, string[]>();
  for (const type of Object.keys(reportTypes)) {
    const texts: [string, string][] = [];
    for (const { name, named, ...shape } of listGoldenShapes(type)) {
      for (const sql of await symbolicStatements({ type, ...shape }, named)) texts.push([name, sql]);
    }
    for (const sql of await symbolicUsers({ type, ...week })) texts.push(['users', sql]);
    const family = familyOf(type);
    parts.set(family, [...(parts.get(family) ?? []), `-- # ${type}\n${goldenFile(texts, filesByText, type)}`]);
  }
  for (const [family, reports] of parts) await expect(reports.join('\n')).toMatchFileSnapshot(`${family}.golden.sql`);
});

test('the statements that reports share are the reviewed text', async () => {
  const context = { hiddenCommands: ['Basket'] };
  const conversions = { purchases: [purchase], 'every trigger': everyTrigger };
  const days = { quarter: 92, year: 366 };
  const texts: [string, string][] = [
    ...Object.entries(conversions).map(([name, targets]): [string, string] => [
      `conversions: ${name}`,
      conversionsSql(targets, context).sql(symbolicSources),
    ]),
    ...Object.entries(days).flatMap(([name, count]): [string, string][] => {
      const { sql, numbers } = userBuckets('<rows>', symbolicBucket, count);
      return [
        [`buckets of users: ${name}`, `${sql}\n-- ${numbers}`],
        [`active days: ${name}`, activeUsersSql(symbolicBucket, count)(symbolicSources)],
      ];
    }),
    ['page of users', pageOfUsersSql(symbolicSources, '<users>')],
    ['number of users', countUsersSql(symbolicSources, '<users>')],
    ['rows of users', usersRowsSql(undefined)(symbolicSources)],
  ];
  await expect(goldenFile(texts)).toMatchFileSnapshot('shared.golden.sql');
});

test('each report has a test of its own, beside its definition', async () => {
  const files = await readdir(new URL('.', import.meta.url), { recursive: true });
  for (const type of Object.keys(reportTypes)) {
    const testFile = files.find((file) => basename(file) === `${type.replaceAll('_', '-')}.test.ts`) ?? '';
    const folder = dirname(testFile);
    expect(files).toContain(`${folder}/${folder}.ts`);
  }
});
