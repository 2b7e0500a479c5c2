import { type Dimension, type Event, sourceDeterminations } from '@botscope/contract';
import { listBuckets, shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { everySecondRolledUp } from './test-ingest.ts';
import { generateWorlds, isAlike, type StoredWorld } from './test-oracle.ts';
import { asker, findTotal, forWorlds, sumLines } from './test-properties.ts';
import { worldEvents } from './test-world-history.ts';

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

describe('lines of a breakdown', () => {
  /** Reports about users with one value each, and about their actions. */
  const additive = ['new_users', 'left_users', 'visitors', 'session_count', 'messages_from_user', 'users_graph'];
  const dimensions: Dimension[] = ['source', 'param.medium', 'language', 'premium', 'gender', 'country', 'audience'];

  test.each(dimensions)('lines by %s add up to the whole', async (dimension) => {
    await forWorlds(storedWorlds, { from: dimensions.indexOf(dimension), step: 5 }, async (one, place) => {
      const type = additive[place % additive.length] ?? '';
      const wholeReport = await ask.report(one, type);
      const { lines } = await ask.report(one, type, { by: dimension });
      const expected = sumLines(type === 'messages_from_user' ? wholeReport.lines : wholeReport.lines.slice(0, 1));
      // Without anything there is no line.
      if (lines.length > 0 || expected.total > 0) expect({ type, ...sumLines(lines) }).toEqual({ type, ...expected });
    });
  });

  test('lines of actions by chat type add up to the whole', async () => {
    await forWorlds(storedWorlds, { from: 0, step: 5 }, async (one) => {
      const wholeReport = await ask.report(one, 'messages_from_user');
      const parts = await ask.report(one, 'messages_from_user', { by: 'chat_type' });
      expect(sumLines(parts.lines)).toEqual(sumLines(wholeReport.lines));
    });
  });
});

test('new + returned - left = change of live users', async () => {
  await forWorlds(storedWorlds, { from: 1, step: 3 }, async (one) => {
    const { lines } = await ask.report(one, 'users_graph', { first: -40, last: 40 });
    const [live = [], arrived = [], returned = [], leftCounts = []] = ['live', 'new', 'returned', 'left'].map(
      (name) => lines.find((line) => line.name === name)?.values.map(Number) ?? [],
    );
    let users = Number(findTotal(await ask.report(one, 'users_graph', { first: -41, last: -41 })));
    for (const [index, value] of live.entries()) {
      users += (arrived[index] ?? 0) + (returned[index] ?? 0) - (leftCounts[index] ?? 0);
      expect(value).toBe(users);
    }
  });
});

test('sessions × actions per session = actions of users with an id, of a period that cuts no session', async () => {
  await forWorlds(storedWorlds, { from: 2, step: 3 }, async (one) => {
    const wide = { first: -60, last: 60 };
    const sessions = Number(findTotal(await ask.report(one, 'session_count', wide)));
    const perSession = Number(findTotal(await ask.report(one, 'avg_events_session', wide)));
    const filter = 'audience:new,returning';
    const actions = sumLines((await ask.report(one, 'messages_from_user', { ...wide, filter })).lines);
    // The mean is rounded to a thousandth.
    expect(Math.abs(sessions * perSession - actions.total)).toBeLessThanOrEqual(sessions / 1_000);
  });
});

test('two halves of a period add up, for every count that is not of different users', async () => {
  const types = [
    'new_users',
    'messages_from_user',
    'session_count',
    'event_stat',
    'conversions_summary',
    'web_sessions',
  ];
  await forWorlds(storedWorlds, { from: 0, step: 5 }, async (one) => {
    for (const type of types) {
      const sum = async (first: number, last: number) => {
        const { lines } = await ask.report(one, type, { first, last });
        return sumLines(type === 'messages_from_user' ? lines : lines.slice(0, 1)).total;
      };
      expect({ type, total: (await sum(-5, 0)) + (await sum(1, 6)) }).toEqual({ type, total: await sum(-5, 6) });
    }
  });
});

test.each(sourceDeterminations)('all sources by the model %s add up to the totals of all users', async (model) => {
  await forWorlds(storedWorlds, { from: sourceDeterminations.indexOf(model), step: 5 }, async (one) => {
    const { table } = await ask.report(one, 'utm_summary', { model });
    const { columns = [], rows = [], totals = [] } = table ?? {};
    expect(columns.map((_, index) => rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))).toEqual(totals);
    const numbers = columns.map(({ name }, index) => [name, totals[index]]);
    expect(Object.fromEntries(numbers)).toEqual({
      launches: expect.any(Number),
      new: findTotal(await ask.report(one, 'new_users')),
      visitors: findTotal(await ask.report(one, 'visitors')),
      left: findTotal(await ask.report(one, 'left_users')),
      live: findTotal(await ask.report(one, 'count_users'), 'live'),
      conversions: findTotal(await ask.report(one, 'conversions_summary')),
      ...Object.fromEntries((await ask.report(one, 'sum_income')).lines.map(({ name, total }) => [name, total])),
    });
  });
});

test('copies that come later change nothing, and neither does the order in which anything comes', async () => {
  const types = ['visitors', 'users_graph', 'avg_duration_session', 'user_commands_stat', 'event_stat', 'utm_summary'];
  await forWorlds(storedWorlds, { from: 1, step: 5 }, async (one) => {
    const other = { ...one, bot: store.freshBot() };
    const everything = worldEvents(one.world, other.bot).flatMap((event) => [deliverAgain(event), event]);
    const middle = Math.ceil(everything.length / 2);
    const backwards = everything.reverse();
    await store.write(backwards.slice(0, middle));
    await store.write(backwards.slice(middle));
    for (const type of types) {
      const isSame = isAlike(await ask.report(one, type), await ask.report(other, type));
      expect({ type, same: isSame }).toEqual({ type, same: true });
    }
  });
});

/** Returns the event as delivered again: without a sender's date it seems to happen later. */
function deliverAgain(event: Event): Event {
  const receivedAt = event.receivedAt + 86_400_000;
  return { ...event, receivedAt, time: event.time === event.receivedAt ? receivedAt : event.time };
}

test('a day of any length is one bucket', async () => {
  await forWorlds(storedWorlds, { from: 0, step: 3 }, async (one) => {
    const { buckets } = await ask.report(one, 'visitors');
    const { day, zone } = one.world.odd;
    const days = listBuckets({ from: shiftDay(day, -2), to: shiftDay(day, 3), zone }, 'day');
    expect(buckets).toEqual(days.map(({ label }) => label));
  });
});
