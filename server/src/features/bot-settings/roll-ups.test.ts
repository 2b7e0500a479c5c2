import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { rolledUntil, rollUpAll } from './roll-ups.ts';

const logger = pino({ level: 'silent' });

test.each([
  ['2026-03-31T00:00:00Z', '2026-03-30T00:00:00Z'],
  ['2026-03-31T00:59:59.999Z', '2026-03-30T00:00:00Z'],
  ['2026-03-31T01:00:00Z', '2026-03-31T00:00:00Z'],
  ['2026-03-31T23:59:59.999Z', '2026-03-31T00:00:00Z'],
])('at %s the roll-up covers everything before %s', (now, until) => {
  expect(rolledUntil(Date.parse(now))).toBe(Date.parse(until));
});

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
});
afterAll(() => store.close());

describe.each(testEngines)('rolling up all bots, on $name', (engine) => {
  const metadata = testMetadata(engine);
  const addBot = async (removed_at: Date | null = null) => {
    const key = store.freshBot();
    const row = { key, bot_name: `a${key}_bot`, username: `a${key}_bot`, api_key_hash: '', removed_at };
    await metadata().db.insertInto('bots').values(row).execute();
    await store.write([anEvent({ bot: key, time: Date.parse('2026-03-29T10:00:00Z') })]);
    return key;
  };
  const until = async (bot: string) => (await store.rollup(bot))?.until;

  test('one that fails does not stop the others, and is done the next time', async () => {
    const now = Date.parse('2026-03-31T00:59:00Z');
    const bots = [await addBot(), await addBot(), await addBot()].sort();
    const removedBot = await addBot(new Date(now));
    const [first = '', second = '', third = ''] = bots;
    const failing = {
      rollUp: (bot: string, closing: number) =>
        bot === second ? Promise.reject(new Error('away')) : store.rollUp(bot, closing),
    };
    expect(await rollUpAll({ metadata: metadata(), store: failing, logger }, now)).toEqual({ bots: 2, failed: 1 });
    const thirtieth = Date.parse('2026-03-30T00:00:00Z');
    expect([await until(first), await until(second), await until(third)]).toEqual([thirtieth, undefined, thirtieth]);

    expect(await rollUpAll({ metadata: metadata(), store, logger }, now + 60_000)).toEqual({ bots: 3, failed: 0 });
    const next = Date.parse('2026-03-31T00:00:00Z');
    expect([await until(first), await until(second), await until(third)]).toEqual([next, next, next]);
    expect(await until(removedBot)).toBeUndefined();
  });
});
