import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../events/store/event-store.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { runAs, toAsker } from '../../platform/fairness/asker.ts';
import { fairStore } from './fair-store.ts';

let engine: ThrowawayStore;
beforeAll(async () => {
  engine = await openThrowawayStore();
});
afterAll(() => engine.close());

/** Ends only when it is stopped. */
const endless = { sql: 'SELECT count() FROM numbers_mt(1000000000000) WHERE NOT ignore(sipHash64(number))' };
const askerFor = (key: string) => toAsker({ key }, '192.0.2.1');

test('a heavy statement of a light asker pauses others for a second, and then waits behind them', async () => {
  const passed: Pick<Statement, 'rank' | 'timeoutSeconds' | 'tag'>[] = [];
  const store = fairStore(
    {
      ...engine,
      query: (statement) => {
        const { rank, timeoutSeconds, tag } = statement;
        passed.push({ rank: rank ?? 0, tag: tag ?? '', ...(timeoutSeconds ? { timeoutSeconds } : {}) });
        return engine.query(statement) as never;
      },
    },
    new Registry(),
  );
  const leaving = new AbortController();
  const { signal } = leaving;
  const heavy = (askerKey: string) =>
    runAs(askerFor(askerKey), () => store.query({ ...endless, tag: askerKey, timeoutSeconds: 600, signal })).catch(
      () => 'left',
    );
  const first = heavy('ann');
  await expect.poll(() => passed.length).toBe(1);
  const second = heavy('ben');
  await expect.poll(() => passed.length, { timeout: 60_000 }).toBe(3);
  expect(passed).toEqual([
    { tag: 'ann', rank: 2, timeoutSeconds: 600 },
    { tag: 'ben', rank: 1, timeoutSeconds: 1 },
    { tag: 'ben', rank: 2, timeoutSeconds: 600 },
  ]);
  expect(await runAs(askerFor('eve'), () => store.query({ sql: 'SELECT 1 AS one' }))).toEqual([{ one: 1 }]);
  leaving.abort();
  expect(await Promise.all([first, second])).toEqual(['left', 'left']);
}, 120_000);
