import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import type { FullRow } from '../read/history.ts';
import { ann, startHistory } from '../test-history.ts';
import { eachEvent, eventLine } from './user-archive.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
let store: ThrowawayStore;
let bot: string;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = store.freshBot();
  const history = startHistory(bot);
  // Several windows, with pauses of minutes and of years.
  for (let number = 1; number <= 450; number += 1) {
    const time = new Date(
      Date.parse('2020-01-01T10:00:00Z') + number * 60_000 + (number > 300 ? 5 * 365 * 86_400_000 : 0),
    );
    history.says(number, time.toISOString(), { text: `message ${number}` });
  }
  await store.write(history.events);
});
afterAll(() => store.close());

test('all events of a user come once, the oldest first', async () => {
  const texts: string[] = [];
  for await (const row of eachEvent({ store, bot, user: ann.id, now })) texts.push(row.text);
  expect(texts).toEqual(Array.from({ length: 450 }, (_, index) => `message ${index + 1}`));
});

test('no statement asks for more than a window', async () => {
  let maxRows = 0;
  const watched = {
    query: async <Row extends object>(statement: Parameters<ThrowawayStore['query']>[0]): Promise<Row[]> => {
      const rows = await store.query<Row>(statement);
      maxRows = Math.max(maxRows, rows.length);
      return rows;
    },
  };
  for await (const _ of eachEvent({ store: watched, bot, user: ann.id, now }));
  expect(maxRows).toBe(201);
});

test('a reader who leaves stops the reading', async () => {
  const controller = new AbortController();
  let eventCount = 0;
  const reading = async () => {
    for await (const _ of eachEvent({ store, bot, user: ann.id, now, signal: controller.signal })) {
      eventCount += 1;
      controller.abort(new Error('left'));
    }
  };
  await expect(reading()).rejects.toThrow('left');
  expect(eventCount).toBe(200);
});

test.each([
  ['{"a":\n  1}', '{"a":   1}'],
  ['', 'null'],
  ['{broken', '"{broken"'],
])('the payload %j is one line of JSON', async (payload, expectedJson) => {
  const { value: row } = await eachEvent({ store, bot, user: ann.id, now }).next();
  const line = eventLine({ ...(row as FullRow), payload });
  expect(line.endsWith(`,"payload":${expectedJson}}\n`)).toBe(true);
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toMatchObject({ text: 'message 1', way: 'in' });
});
