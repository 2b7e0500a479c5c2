import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import { encodeRow, rowColumns } from './event-row.ts';
import { migrate, readMigrations } from './migrate.ts';
import { keepPeople } from './people.ts';
import { anEvent } from './test-event.ts';

/*
 * An installation of the version before 0008, March 2026:
 *
 * | person | what                                                          | becomes                          |
 * |--------|---------------------------------------------------------------|----------------------------------|
 * | 1      | /start on the 5th; a losing copy of the 4th                   | first seen on the 5th, from "ads" |
 * | 1      | is refunded on the 9th, which was an action                   | last seen on the 6th, by /кнопка |
 * | 2      | known from forgotten events alone: 1st and 2nd                | the same                         |
 */
const bot = '0123456789abc';
const directory = mkdtempSync(join(tmpdir(), 'botscope-migrate-copies-'));
let engine: Engine;
beforeAll(async () => {
  engine = openEmbeddedEngine(directory);
  await migrate(
    engine,
    readMigrations().filter(({ number }) => number < 8),
  );
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true });
});

const at = (day: number) => Date.UTC(2026, 2, day, 12);
const payload = JSON.stringify({ message: { from: { id: 1, first_name: 'Ada' } } });
const event = (id: number, day: number, more: Partial<Event> = {}): Event =>
  anEvent({ bot, id: String(id), shelf: 20_000, time: at(day), receivedAt: at(day), payload, ...more });
const insert = (events: readonly Event[]) =>
  engine.insert({
    table: 'incoming',
    columns: rowColumns,
    body: Buffer.from(events.map((one) => `${encodeRow(one)}\n`).join('')),
  });

test('an installation of the version before is counted anew', async () => {
  const start = event(1, 5, {
    type: 'command',
    name: '/start',
    isStart: true,
    startPayload: 'ads',
    source: 'ads',
    text: '/start ads',
  });
  await insert([event(4, 1, { userId: 2 }), event(5, 2, { userId: 2 })]);
  await keepPeople(engine, bot, at(3));
  await engine.command('DELETE FROM events WHERE user_id = 2');
  await insert([
    start,
    event(2, 6, { text: '/Кнопка@shop да' }),
    event(3, 9, { type: 'payment', amount: -250, currency: 'XTR', text: '' }),
  ]);
  await insert([{ ...start, time: at(4), receivedAt: at(12) }]);

  expect(await migrate(engine)).toEqual(['winning-copies']);

  const people = await engine.query({
    sql: `SELECT user_id, toDayOfMonth(first_time) AS first, toDayOfMonth(last_time) AS last, toDayOfMonth(last_action) AS acted,
            tupleElement(first_source, 'source') AS source, tupleElement(last_profile, 'first_name') AS name
          FROM people FINAL ORDER BY user_id`,
  });
  expect(people).toEqual([
    { user_id: 1, first: 5, last: 6, acted: 6, source: 'ads', name: 'Ada' },
    { user_id: 2, first: 1, last: 2, acted: 2, source: '', name: expect.any(String) },
  ]);
  const events = await engine.query({
    sql: 'SELECT toUInt32(id) AS id, type, name, is_action, is_meeting FROM events FINAL ORDER BY id',
  });
  expect(events).toEqual([
    { id: 1, type: 'command', name: '/start', is_action: true, is_meeting: true },
    { id: 2, type: 'command', name: '/кнопка', is_action: true, is_meeting: true },
    { id: 3, type: 'payment', name: '', is_action: false, is_meeting: false },
  ]);
});
