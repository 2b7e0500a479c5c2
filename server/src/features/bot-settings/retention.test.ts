import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { forgetOldEvents, keptFrom } from './retention.ts';

const now = Date.parse('2026-03-31T03:00:00Z');
const logger = pino({ level: 'silent' });

test.each([
  [7, '2026-03-24T00:00:00Z'],
  [31, '2026-02-28T00:00:00Z'],
])('%i days are kept from %s on', (days, from) => {
  expect(keptFrom(days, now)).toBe(Date.parse(from));
  expect(keptFrom(days, Date.parse('2026-03-31T00:00:00Z'))).toBe(Date.parse(from));
});

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('time of data kept, on $name', (engine) => {
  const metadata = testMetadata(engine);
  const addBot = async (retention_days: number | null, removed_at: Date | null = null) => {
    const key = store.freshBot();
    const row = { key, bot_name: `a${key}_bot`, username: `a${key}_bot`, api_key_hash: '', retention_days, removed_at };
    await metadata().db.insertInto('bots').values(row).execute();
    const eventAt = (id: string, time: string) => anEvent({ bot: key, id, time: Date.parse(time) });
    await store.write([
      eventAt('1', '2026-01-01T10:00:00Z'),
      eventAt('2', '2026-03-23T23:59:59.999Z'),
      eventAt('3', '2026-03-24T00:00:00Z'),
    ]);
    return key;
  };
  const actions = async (bot: string) => {
    const [row] = await store.query<{ actions: number }>({
      sql: 'SELECT countIf(is_action) AS actions FROM events FINAL WHERE bot = {bot:String}',
      params: { bot },
    });
    return row?.actions;
  };

  test('each bot by its own', async () => {
    const [week, month, unlimited] = [await addBot(7), await addBot(31), await addBot(null)];
    const removedBot = await addBot(7, new Date(now));
    const failing = {
      deleteBefore: (bot: string, before: number) =>
        bot === month ? Promise.reject(new Error('away')) : store.deleteBefore(bot, before),
    };
    expect(await forgetOldEvents({ metadata: metadata(), store: failing, logger }, now)).toEqual({
      bots: 1,
      deleted: 2,
      failed: 1,
    });
    expect([await actions(week), await actions(month)]).toEqual([1, 3]);
    expect(await forgetOldEvents({ metadata: metadata(), store, logger }, now)).toEqual({
      bots: 1,
      deleted: 1,
      failed: 0,
    });
    expect([await actions(week), await actions(month)]).toEqual([1, 2]);
    expect([await actions(unlimited), await actions(removedBot)]).toEqual([3, 3]);
  });
});
