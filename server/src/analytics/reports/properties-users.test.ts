import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { everySecondRolledUp } from './test-ingest.ts';
import { generateWorlds, type StoredWorld } from './test-oracle.ts';
import { asker, type Extra, forWorlds } from './test-properties.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_241_103);
const worlds = byRunLength({ regular: 12, long: 20 });

// Alone a test takes a tenth of it.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

let store: ThrowawayStore;
let storedWorlds: StoredWorld[];
let ask: ReturnType<typeof asker>;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
  storedWorlds = await generateWorlds(store, worlds, seed, everySecondRolledUp);
  ask = asker(store);
});
afterAll(() => store.close());

const types = [
  'new_users',
  'left_users',
  'return_users',
  'visitors',
  'active_users',
  'count_users',
  'premium',
  'gender',
  'audience',
];

test.each(types)('%s: behind a number of users stand so many users', async (type) => {
  await forWorlds(storedWorlds, { from: types.indexOf(type), step: 6 }, async (one) => {
    const { lines, unit } = await ask.report(one, type, { detail: 'week' });
    for (const { name, values, total, unit: lineUnit } of lines) {
      if ((lineUnit ?? unit) !== 'users') continue;
      for (const [bucket, value] of [...values.entries(), [undefined, total] as const]) {
        const place = { line: name, ...(bucket === undefined ? {} : { bucket: String(bucket) }) };
        const ids = await ask.users(one, type, { detail: 'week', ...place });
        expect({ ...place, users: ids.length }).toEqual({ ...place, users: value });
        expect(new Set(ids).size).toBe(ids.length);
      }
    }
  });
});

test.each(['utm_summary', 'conversion_summary', 'conversion_sources'])('%s: and behind a cell', async (type) => {
  await forWorlds(storedWorlds, { from: 3, step: 8 }, async (one) => {
    const { table } = await ask.report(one, type);
    const { columns = [], rows = [], totals = [] } = table ?? {};
    for (const { name, values } of [...rows.slice(0, 3), { name: undefined, values: totals }]) {
      for (const [index, column] of columns.entries()) {
        if (column.unit !== 'users') continue;
        const place = { line: name, column: column.name };
        const users = (await ask.users(one, type, place)).length;
        expect({ ...place, users }).toEqual({ ...place, users: values[index] });
      }
    }
  });
});

test('retention: and behind a group and those of it who came back', async () => {
  await forWorlds(storedWorlds, { from: 3, step: 8 }, async (one) => {
    const loadCount = async (place: Extra) => {
      const ids = await ask.users(one, 'retention', { detail: 'week', ...place });
      return { ...place, users: ids.length };
    };
    const { cohorts } = await ask.report(one, 'retention', { detail: 'week' });
    for (const [row, { size, values }] of (cohorts?.rows ?? []).entries()) {
      const bucket = String(row);
      expect(await loadCount({ bucket })).toEqual({ bucket, users: size });
      for (const [step, value] of values.slice(0, 4).entries()) {
        const place = { bucket, column: String(step) };
        expect(await loadCount(place)).toEqual({ ...place, users: value });
      }
    }
  });
});
