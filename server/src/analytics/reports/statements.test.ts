import { readdir } from 'node:fs/promises';
import { dimensions, type ReportType, reportTypes, sourceDeterminations } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rollup, Statement } from '../../events/store/event-store.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { everyTrigger } from './conversions/test-targets.ts';
import { readFilterValues } from './filter-values.ts';
import { findPeople } from './run-people.ts';
import { runReport } from './run-report.ts';
import { type Shape, shapesOf } from './test-shapes.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

async function statementsOf(type: string, { name: _, about: __, rollup, ...shape }: Shape): Promise<Statement[]> {
  const { asked, deps } = recorder(rollup);
  await runReport(deps, { ...bot, type, ...shape });
  return asked;
}

const bot = { bot: '0123456789abc', timeZone: 'Europe/Berlin', sessionGapMinutes: 30 };

/** A store that notes what it is asked, as if so much were rolled up. */
function recorder(rollup?: Rollup) {
  const asked: Statement[] = [];
  const recording = {
    query: <Row extends object>(statement: Statement) => {
      asked.push(statement);
      return store.query<Row>(statement);
    },
    rollup: async () => rollup,
  };
  return { asked, deps: { store: recording, now: () => 0 } };
}

describe.each(Object.keys(reportTypes))('%s', (type) => {
  const stem = (type as ReportType).replaceAll('_', '-');

  test('its statements are the reviewed ones', async () => {
    const seen: string[] = [];
    const files = new Map<string, string[]>();
    for (const shape of shapesOf(type)) {
      for (const { sql } of await statementsOf(type, shape)) {
        if (seen.some((text) => text.endsWith(sql))) continue;
        seen.push(sql);
        const file = `${[stem, ...(shape.about === undefined ? [] : [shape.about])].join('.')}.golden.sql`;
        files.set(file, [...(files.get(file) ?? []), `-- ${shape.name}\n${sql}`]);
      }
    }
    for (const [file, texts] of files) {
      await expect(`${texts.join(';\n\n')};\n`).toMatchFileSnapshot(`${stem}/${file}`);
    }
    // Nothing is left of shapes that are no more.
    const there = (await readdir(new URL(stem, import.meta.url))).filter((file) => file.endsWith('.golden.sql'));
    expect(there.filter((file) => !files.has(file))).toEqual([]);
  });

  test('every table is read within the bot, whose key is a parameter', async () => {
    for (const shape of shapesOf(type)) {
      for (const { sql, params, tag } of await statementsOf(type, shape)) {
        const reads = [...sql.matchAll(/\bFROM\s+(?:events|people|spells|turns|launches|charges)\b/g)].map((match) =>
          sql.slice(match.index),
        );
        expect(reads.length).toBeGreaterThan(0);
        expect(
          sql.match(/\b(FROM|JOIN)\s+(events|people|incoming|spells|turns|launches|charges|rollups|late_people)\b/g),
        ).toHaveLength(reads.length);
        for (const read of reads) {
          // Each is told its bot before the next table is mentioned, be it one inside a PREWHERE.
          expect(read).toMatch(
            /^FROM ((events( FINAL)?|people FINAL)\s+(PREWHERE [\s\S]*?)?WHERE bot = \{bot:String\}|(spells|turns|launches|charges)\s+(PREWHERE [\s\S]*?)?WHERE bot = \{bot:String\} AND edition = \{rolled_edition:UInt64\} AND time < )/,
          );
        }
        expect(sql.match(/\bbot = \{bot:String\}/g)).toHaveLength(reads.length);
        expect(params).toMatchObject({ bot: '0123456789abc' });
        expect(tag).toBe(`report/${type}/0123456789abc`);
        expect(sql).not.toContain('0123456789abc');
      }
    }
  });

  test('the engine can plan them', async () => {
    const explained = new Set<string>();
    for (const shape of shapesOf(type)) {
      for (const { sql, params } of await statementsOf(type, shape)) {
        if (explained.has(sql)) continue;
        explained.add(sql);
        const plan = await store.query<{ explain: string }>({
          sql: `EXPLAIN indexes = 1 ${sql}`,
          params: params ?? {},
        });
        expect(plan.length).toBeGreaterThan(2);
      }
    }
  });
});

test('what finds the people behind each report, and the values of each dimension, are the reviewed statements', async () => {
  const question = { ...bot, period: '2024-01-01..2024-01-07', detail: 'day', targets: everyTrigger };
  const { asked, deps } = recorder();
  const people = new Map<string, string[]>();
  for (const type of Object.keys(reportTypes)) {
    asked.length = 0;
    const found = await findPeople(deps, { ...question, type, filter: 'premium:yes', bucket: '0' }).catch(() => null);
    const file = peopleFile(type);
    if (found) people.set(file, [...(people.get(file) ?? []), `-- ${type}\n${asked.at(-1)?.sql}`]);
    await found?.read([1]);
  }
  for (const [file, texts] of people) await expect(`${texts.join(';\n\n')};\n`).toMatchFileSnapshot(file);

  const values: string[] = [];
  for (const dimension of [...dimensions, 'param.medium']) {
    for (const model of dimension === 'source' ? sourceDeterminations : ['first']) {
      asked.length = 0;
      await readFilterValues(deps, { ...question, dimension, model, search: 'a' });
      values.push(`-- ${dimension}${dimension === 'source' ? `, ${model}` : ''}\n${asked[0]?.sql}`);
    }
  }
  await expect(`${values.join(';\n\n')};\n`).toMatchFileSnapshot('filter-values.golden.sql');
});

function peopleFile(type: string): string {
  if (/conversion|income/.test(type)) return 'people.conversions.golden.sql';
  return /session|rejection/.test(type) ? 'people.sessions.golden.sql' : 'people.golden.sql';
}

test('each report has a folder of its own: definition, statement, golden file, test', async () => {
  for (const type of Object.keys(reportTypes)) {
    const stem = type.replaceAll('_', '-');
    const files = await readdir(new URL(stem, import.meta.url));
    expect(files).toEqual(expect.arrayContaining([`${stem}.ts`, `${stem}.test.ts`, `${stem}.golden.sql`]));
  }
});
