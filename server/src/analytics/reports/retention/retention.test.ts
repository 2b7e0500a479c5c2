import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory, toEvent } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * Berlin puts the clock forward on Sunday 31 March 2024 (23 hours); its days begin at 23:00 UTC before, at 22:00 UTC after.
 *
 * | Berlin day | new                        | who acts again                                           |
 * |------------|----------------------------|----------------------------------------------------------|
 * | Sat 30 Mar | Ann (23:59:59), Ben        |                                                          |
 * | Sun 31 Mar | Cid (00:00)                | Ann (00:00), Ben twice (23:59:59)                        |
 * | Mon 1 Apr  | Dan                        | Ann (00:00); Cid blocks (no action)                      |
 * | Tue 2 Apr  |                            | Cid comes back and writes, Ben's text of 1 Apr is delivered again |
 * | Mon 8 Apr  |                            | Ann                                                      |
 * Eve met the bot on 29 March: she is in no group.
 */
const ingest = () =>
  ingestHistory(store, (journey) => {
    const [ann, ben, cid, dan, eve] = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'].map((name) => journey.user(name));
    const actAt = (moment: string, act: () => void) => {
      journey.at(moment);
      act();
    };
    actAt('2024-03-29T12:00:00Z', () => eve?.sends('/start'));
    actAt('2024-03-30T10:00:00Z', () => ben?.sends('/start'));
    actAt('2024-03-30T22:59:59Z', () => ann?.sends('/start'));
    actAt('2024-03-30T23:00:00Z', () => {
      ann?.presses('menu');
      cid?.sends('/start');
      eve?.sends('hello');
    });
    actAt('2024-03-31T21:59:59Z', () => {
      ben?.sends('one');
      ben?.sends('two');
    });
    actAt('2024-03-31T22:00:00Z', () => ann?.sends('three'));
    actAt('2024-04-01T12:00:00Z', () => {
      dan?.sends('/start');
      cid?.blocks();
    });
    actAt('2024-04-02T12:00:00Z', () => {
      cid?.unblocks();
      cid?.sends('again');
    });
    actAt('2024-04-08T12:00:00Z', () => ann?.sends('later'));
  });

const question = { type: 'retention', timeZone: 'Europe/Berlin' };

test('groups by day follow local days around a clock change, up to the present day', async () => {
  const bot = await ingest();
  await store.write(bot.events.toReversed());

  const report = await bot.report({
    ...question,
    period: '2024-03-30..2024-04-01',
    detail: 'day',
    now: '2024-04-02T13:00:00Z',
  });

  expect(report.lines).toEqual([]);
  expect(report.incomplete).toBe(null);
  expect(report.cohorts?.rows).toEqual([
    { start: '2024-03-30T00:00:00+01:00', size: 2, values: [2, 2, 1, 0], incomplete: 3 },
    { start: '2024-03-31T00:00:00+01:00', size: 1, values: [1, 0, 1], incomplete: 2 },
    { start: '2024-04-01T00:00:00+02:00', size: 1, values: [1, 0], incomplete: 1 },
  ]);
});

test('weeks begin on Mondays; one that the period cuts has its new users, followed through whole weeks', async () => {
  const bot = await ingest();

  const report = await bot.report({
    ...question,
    period: '2024-03-30..2024-04-02',
    detail: 'week',
    now: '2024-04-10T00:00:00Z',
  });

  // 30 and 31 March: Ann, Ben, Cid. The week of 1 April: Dan; Ann and Cid act in it. That of 8 April: Ann.
  expect(report.cohorts?.rows).toEqual([
    { start: '2024-03-30T00:00:00+01:00', size: 3, values: [3, 2, 1], incomplete: 2 },
    { start: '2024-04-01T00:00:00+02:00', size: 1, values: [1, 0], incomplete: 1 },
  ]);
});

/*
 * | met        | who | acts again                                             |
 * |------------|-----|--------------------------------------------------------|
 * | 31 Jan     | Fay | 29 Feb 23:59:59, 31 Mar                                 |
 * | 29 Feb     | Gus | 1 Mar 00:00                                             |
 * Hal met the bot through its Mini App on 1 February and never wrote: in the group, and retained in nothing.
 */
test('groups by month go by the ends of months, and include users of the Mini App', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [fay, gus, hal] = ['Fay', 'Gus', 'Hal'].map((name) => journey.user(name));
    journey.at('2024-01-31T23:59:59Z');
    fay?.sends('/start');
    journey.at('2024-02-01T00:00:00Z');
    hal?.opensApp();
    journey.at('2024-02-29T23:59:59Z');
    fay?.sends('hello');
    gus?.sends('/start');
    journey.at('2024-03-01T00:00:00Z');
    gus?.sends('hello');
    journey.at('2024-03-31T23:59:59Z');
    fay?.sends('bye');
  });
  const query = { type: 'retention', period: '2024-01-01..2024-03-31', detail: 'month', now: '2024-04-01T00:00:00Z' };

  const report = await bot.report(query);
  expect(report.cohorts?.rows).toEqual([
    { start: '2024-01-01T00:00:00+00:00', size: 1, values: [1, 1, 1, 0], incomplete: 3 },
    { start: '2024-02-01T00:00:00+00:00', size: 2, values: [1, 1, 0], incomplete: 2 },
    { start: '2024-03-01T00:00:00+00:00', size: 0, values: [0, 0], incomplete: 1 },
  ]);

  const users = async (bucket: string, column?: string) =>
    (await bot.users({ ...query, bucket, ...(column === undefined ? {} : { column }) })).map((one) => one.first_name);
  expect((await users('1')).sort()).toEqual(['Gus', 'Hal']);
  expect(await users('1', '0')).toEqual(['Gus']);
  expect(await users('0', '2')).toEqual(['Fay']);
  expect(await users('1', '2')).toEqual([]);
  await expect(users('7', '0')).rejects.toThrow();
});

test('follows a group through 31 days at most, and hours become days', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ivy = journey.user('Ivy');
    journey.at('2024-01-01T12:00:00Z');
    ivy.sends('/start');
    journey.at('2024-01-31T12:00:00Z');
    ivy.sends('hello');
    journey.at('2024-02-01T12:00:00Z');
    ivy.sends('hello');
  });

  const report = await bot.report({ type: 'retention', period: '2024-01-01..2024-01-01', detail: 'hour' });
  const last30 = [1, ...new Array<number>(29).fill(0), 1];
  expect(report.cohorts?.rows).toEqual([
    { start: '2024-01-01T00:00:00+00:00', size: 1, values: last30, incomplete: null },
  ]);
});

test('a group of the future is empty, and late data changes a finished period', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-01-01T12:00:00Z');
    journey.user('Jon', { id: 77 }).sends('/start');
  });
  const query = { type: 'retention', period: '2024-01-01..2024-01-03', detail: 'day', now: '2024-01-02T12:00:00Z' };
  expect((await bot.report(query)).cohorts?.rows).toEqual([
    { start: '2024-01-01T00:00:00+00:00', size: 1, values: [1, 0], incomplete: 1 },
    { start: '2024-01-02T00:00:00+00:00', size: 0, values: [0], incomplete: 0 },
    { start: '2024-01-03T00:00:00+00:00', size: 0, values: [], incomplete: null },
  ]);

  const press = { id: '1', from: { id: 77, is_bot: false, first_name: 'Jon' }, chat_instance: '1', data: 'x' };
  const lateUpdate = { update_id: 5, callback_query: press };
  await store.write([toEvent(bot.key, '2024-01-02T08:00:00Z', lateUpdate, '2024-01-09T08:00:00Z')]);
  expect((await bot.report(query)).cohorts?.rows[0]?.values).toEqual([1, 1]);
});
