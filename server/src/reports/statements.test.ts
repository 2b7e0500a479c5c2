import { readdir } from 'node:fs/promises';
import {
  type Detail,
  dimensions,
  type ReportType,
  reportTypes,
  sourceDeterminations,
  utmMeasures,
} from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rollup, Statement } from '../events/event-store.ts';
import { openThrowawayStore, type ThrowawayStore } from '../events/test-stores.ts';
import { everyTrigger } from './conversions/test-targets.ts';
import { readFilterValues } from './filter-values.ts';
import type { CountedTarget } from './report.ts';
import { findPeople } from './run-people.ts';
import { runReport } from './run-report.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

interface Shape {
  name: string;
  period: string;
  detail: Detail;
  hiddenCommands?: readonly string[];
  callbackMaxLength?: number;
  filter?: string;
  targets?: readonly CountedTarget[];
  model?: string;
  parameter?: string;
  measure?: string;
  rollup?: Rollup;
}

/** Each report in the shapes its SQL can take: buckets of one length, buckets around a clock change, many days, other commands. */
const shapes: readonly Shape[] = [
  { name: 'equal days', period: '2024-01-01..2024-01-07', detail: 'day' },
  { name: 'days around a clock change', period: '2024-03-29..2024-04-02', detail: 'day' },
  { name: 'a year of months', period: '2023-04-01..2024-03-31', detail: 'month' },
  { name: 'hidden commands', period: '2024-01-01..2024-01-07', detail: 'day', hiddenCommands: ['🛒 Basket', "it's"] },
  { name: 'short buttons', period: '2024-01-01..2024-01-07', detail: 'day', callbackMaxLength: 8 },
  {
    name: 'hidden commands and short buttons',
    period: '2024-01-01..2024-01-07',
    detail: 'day',
    hiddenCommands: ['🛒 Basket'],
    callbackMaxLength: 8,
  },
  {
    name: 'a filter of people',
    period: '2024-01-01..2024-01-07',
    detail: 'day',
    filter: 'source:ads;language:!ru;command:/buy|gender:male;audience:new',
  },
  {
    name: 'a filter of actions',
    period: '2024-01-01..2024-01-07',
    detail: 'day',
    filter: 'chat_type:private;premium:yes',
  },
  { name: 'targets', period: '2024-01-01..2024-01-07', detail: 'day', targets: everyTrigger },
  ...rolledUp('rolled up', {}),
  ...rolledUp('rolled up, with latecomers and a filter of people', {
    rollup: { edition: 1, until: Date.parse('2024-01-04'), late: [11, 12] },
    filter: 'source:ads;language:!ru|gender:male',
  }),
  ...rolledUp('rolled up, a filter of actions', { filter: 'chat_type:private;premium:yes' }),
];

function rolledUp(name: string, shape: Partial<Shape>): Shape[] {
  const rollup = { edition: 0, until: Date.parse('2024-01-04'), late: [] };
  return [{ name, period: '2024-01-01..2024-01-07', detail: 'day', rollup, ...shape }];
}

const week = { period: '2024-01-01..2024-01-07', detail: 'day' } as const;
const ofModels: readonly Shape[] = [
  { name: 'last launch', ...week, model: 'last' },
  { name: 'last significant launch', ...week, model: 'last_significant' },
  ...rolledUp('last launch, rolled up', { model: 'last' }),
  ...rolledUp('last significant launch, rolled up', { model: 'last_significant' }),
  ...rolledUp('last significant launch, with latecomers', {
    model: 'last_significant',
    rollup: { edition: 1, until: Date.parse('2024-01-04'), late: [11, 12] },
  }),
  { name: 'first launch, another parameter', ...week, parameter: 'medium' },
];
const ofMeasures: readonly Shape[] = utmMeasures.map((measure) => ({ name: measure, ...week, measure }));

function shapesOf(type: string): readonly Shape[] {
  const asks: readonly string[] = reportTypes[type as ReportType].asks;
  return [...shapes, ...(asks.includes('model') ? ofModels : []), ...(asks.includes('measure') ? ofMeasures : [])];
}

async function statementsOf(type: string, { name: _, rollup, ...shape }: Shape): Promise<Statement[]> {
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
    const texts = new Set<string>();
    for (const shape of shapesOf(type)) {
      for (const { sql } of await statementsOf(type, shape)) {
        if (![...texts].some((text) => text.endsWith(sql))) texts.add(`-- ${shape.name}\n${sql}`);
      }
    }
    await expect(`${[...texts].join(';\n\n')};\n`).toMatchFileSnapshot(`${stem}/${stem}.golden.sql`);
  });

  test('every table is read within the bot, whose key is a parameter', async () => {
    for (const shape of shapesOf(type)) {
      for (const { sql, params, tag } of await statementsOf(type, shape)) {
        const reads = [...sql.matchAll(/\bFROM\s+(?:events|people|spells|turns|launches)\b/g)].map((match) =>
          sql.slice(match.index),
        );
        expect(reads.length).toBeGreaterThan(0);
        expect(
          sql.match(/\b(FROM|JOIN)\s+(events|people|incoming|spells|turns|launches|rollups|late_people)\b/g),
        ).toHaveLength(reads.length);
        for (const read of reads) {
          // Each is told its bot before the next table is mentioned, be it one inside a PREWHERE.
          expect(read).toMatch(
            /^FROM ((events( FINAL)?|people FINAL)\s+(PREWHERE [\s\S]*?)?WHERE bot = \{bot:String\}|(spells|turns|launches)\s+(PREWHERE [\s\S]*?)?WHERE bot = \{bot:String\} AND edition = \{rolled_edition:UInt64\} AND time < )/,
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
  const people: string[] = [];
  for (const type of Object.keys(reportTypes)) {
    asked.length = 0;
    const found = await findPeople(deps, { ...question, type, filter: 'premium:yes', bucket: '0' }).catch(() => null);
    if (found) people.push(`-- ${type}\n${asked.at(-1)?.sql}`);
    await found?.read([1]);
  }
  await expect(`${people.join(';\n\n')};\n`).toMatchFileSnapshot('people.golden.sql');

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

test('each report has a folder of its own: definition, statement, golden file, test', async () => {
  for (const type of Object.keys(reportTypes)) {
    const stem = type.replaceAll('_', '-');
    const files = await readdir(new URL(stem, import.meta.url));
    expect(files).toEqual(expect.arrayContaining([`${stem}.ts`, `${stem}.test.ts`, `${stem}.golden.sql`]));
  }
});
