import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anEvent } from '../../store/test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from '../../store/test-stores.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const marchTime = (text: string) => Date.parse(`2026-03-${text}Z`);

let store: ThrowawayStore;
const loadActivityRuns = (bot: string) =>
  store.query<{ user: number; begin: number; length: number; actions: number; gap_minutes: number }>({
    sql: `SELECT user_id AS user, toUnixTimestamp64Milli(time) AS begin, length, actions, gap_minutes
          FROM activity_runs WHERE bot = {bot:String} ORDER BY user, begin, actions DESC, gap_minutes`,
    params: { bot },
  });

describe.each(engines)('activity runs, %s engine', (kind) => {
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupTimeoutMs: 0 });
  });
  afterAll(() => store.close());

  /*
   * The first part ends at midnight of the third, the second one at that of the fourth.
   *  1 less than five minutes between two actions        2 five minutes
   *  3 three minutes, and midnight                       4 runs across, up to and from quarters of an hour
   *  5 half an hour before, four hours after             6 a millisecond less than four hours
   *  7 ten minutes and nothing before the border         8 twenty minutes after it, thirty after the action before it
   *  9 two actions in one millisecond                   10 an action that came three times
   * 11 an undated one: the earlier receipt counts       12 nothing that counts, and 0 is no user
   */
  const times: Record<number, string[]> = {
    1: ['01T10:00', '01T10:04:59.999'],
    2: ['01T10:00', '01T10:05'],
    3: ['01T23:58', '02T00:01'],
    4: ['01T10:14', '01T10:18', '01T10:22', '01T10:26', '01T10:30', '01T10:34', '01T10:46', '01T11:14:59.999'].concat([
      '01T11:15',
      '01T12:15',
      '01T12:16',
    ]),
    5: ['01T10:00', '01T10:30', '01T14:30'],
    6: ['01T10:00', '01T13:59:59.999'],
    7: ['02T23:50', '02T23:59:59.999'],
    8: ['02T23:50', '03T00:20'],
    9: ['01T10:00', '01T10:00'],
    10: ['01T10:00'],
  };
  const expected: [user: number, time: string, length: number, actions: number, gap_minutes: number][] = [
    [1, '01T10:00', 5 * minute - 1, 2, 240],
    [2, '01T10:00', 0, 1, 5],
    [2, '01T10:05', 0, 1, 5],
    [3, '01T23:58', 0, 1, 3],
    [3, '02T00:01', 0, 1, 3],
    [4, '01T10:14', 20 * minute, 6, 12],
    [4, '01T10:15', 0, 0, 0],
    [4, '01T10:30', 0, 0, 0],
    [4, '01T10:46', 0, 1, 12],
    [4, '01T11:14:59.999', 1, 2, 28],
    [4, '01T11:15', 0, 0, 0],
    [4, '01T12:15', minute, 2, 60],
    [5, '01T10:00', 0, 1, 30],
    [5, '01T10:30', 0, 1, 30],
    [5, '01T14:30', 0, 1, 240],
    [6, '01T10:00', 0, 1, 239],
    [6, '01T13:59:59.999', 0, 1, 239],
    [7, '02T23:50', 0, 1, 9],
    [7, '02T23:59:59.999', 0, 1, 0],
    [8, '02T23:50', 0, 1, 10],
    [8, '03T00:20', 0, 1, 20],
    [9, '01T10:00', 0, 2, 240],
    [10, '01T10:00', 0, 1, 240],
    [11, '01T10:00', 0, 1, 240],
  ];

  it('show when users acted', async () => {
    const bot = store.freshBot();
    const acted = Object.entries(times).flatMap(([user, moments]) =>
      moments.map((time, number) =>
        anEvent({ bot, userId: Number(user), id: `${user}${number}`, time: marchTime(time) }),
      ),
    );
    const copied = acted.filter(({ userId }) => userId === 10);
    const undated = (time: number) =>
      anEvent({ bot, userId: 11, id: '110', partitionKey: 2 ** 31, sentAt: 0, time, receivedAt: time });
    await store.write([
      ...acted,
      ...copied.map((event) => ({ ...event, receivedAt: event.receivedAt + 7 * minute })),
      undated(marchTime('01T10:20')),
      anEvent({ bot, userId: 12, id: '120', isAction: false, time: marchTime('01T10:00') }),
      anEvent({ bot, userId: 0, id: '121', time: marchTime('01T10:00') }),
      anEvent({ bot: store.freshBot(), userId: 12, id: '122', time: marchTime('01T10:00') }),
    ]);
    await store.write([...copied, undated(marchTime('01T10:00'))]);
    await store.rollUp(bot, marchTime('03T00:00'));
    await store.rollUp(bot, marchTime('04T00:00'));
    expect(await loadActivityRuns(bot)).toEqual(
      expected.map(([user, time, length, actions, gap_minutes]) => ({
        user,
        begin: marchTime(time),
        length,
        actions,
        gap_minutes,
      })),
    );
  });
});

describe('activity runs of any times', () => {
  beforeAll(async () => {
    store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
  });
  afterAll(() => store.close());

  const pause = fc.oneof(
    fc.integer({ min: 0, max: 5 * minute }),
    fc.integer({ min: 5 * minute - 2, max: 5 * minute + 2 }),
    fc.integer({ min: 0, max: 5 * hour }),
    fc.integer({ min: 0, max: 30 * hour }),
    fc.integer({ min: 0, max: 40 }).map((quarters) => quarters * 15 * minute),
  );
  const timesOfOne = fc
    .tuple(fc.integer({ min: 0, max: 96 }), fc.array(pause, { minLength: 1, maxLength: 40 }))
    .map(([quarter, pauses]) => {
      let time = marchTime('01T00:00') + quarter * 15 * minute;
      return pauses.map((ms) => {
        time += ms;
        return time;
      });
    });

  it('hold each action once, in its quarter of an hour, and keep their distance', async () => {
    const count = (moments: number[]) => new Set(moments.map((moment) => Math.floor(moment / (15 * minute))));
    const check = async (timesOfAll: number[][], days: number) => {
      const bot = store.freshBot();
      const events = timesOfAll.flatMap((moments, user) =>
        moments.map((time, number) => anEvent({ bot, userId: user + 1, id: String(user * 1_000 + number), time })),
      );
      await store.write([...events, ...events.filter((_, index) => index % 3 === 0)]);
      const [middle, end] = [marchTime('01T00:00') + days * day, marchTime('01T00:00') + 60 * day];
      await store.rollUp(bot, middle);
      await store.rollUp(bot, end);
      const rows = await loadActivityRuns(bot);
      for (const [index, moments] of timesOfAll.entries()) {
        const userRows = rows.filter(({ user }) => user === index + 1);
        const runs = userRows
          .filter(({ actions }) => actions > 0)
          .map((row) => ({ ...row, end: row.begin + row.length }));
        for (const { begin, end, actions } of runs) {
          expect(moments.filter((moment) => moment >= begin && moment <= end)).toHaveLength(actions);
          expect(Math.floor(begin / day)).toBe(Math.floor(end / day));
        }
        expect(runs.reduce((sum, { actions }) => sum + actions, 0)).toBe(moments.length);
        expect(count(userRows.map(({ begin }) => begin))).toEqual(count(moments));
        for (const [place, { begin, end, gap_minutes }] of runs.entries()) {
          const before = begin - (runs[place - 1]?.end ?? 0);
          const after = (runs[place + 1]?.begin ?? Number.POSITIVE_INFINITY) - end;
          expect(gap_minutes * minute).toBeLessThanOrEqual(Math.min(before, after, 4 * hour));
          // The gap is no shorter either, unless a border is nearer.
          const border = begin >= middle ? begin - middle : middle - end;
          expect(gap_minutes).toBe(Math.floor(Math.min(before, after, border, 4 * hour) / minute));
        }
      }
      expect(rows.every(({ user }) => user <= timesOfAll.length)).toBe(true);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(timesOfOne, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 4 }), check),
      { numRuns: 15 },
    );
  });
});
