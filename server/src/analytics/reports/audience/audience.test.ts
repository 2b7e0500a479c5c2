import { othersName } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * Kolkata is UTC+5:30: 2 March begins at 18:30 UTC of the 1st.
 *
 * | UTC           | Kolkata | who                | language then | newest | source    | where   |
 * |---------------|---------|--------------------|---------------|--------|-----------|---------|
 * | 29 Feb 12:00  | 29 Feb  | Ann starts          | en            | de-DE  | ads       | private |
 * | 1 Mar 10:00   | 1 Mar   | Ann, Ben (starts)   | en; ru        | ; ru   | ; ads     | private |
 * | 1 Mar 18:29:59| 1 Mar   | Cid (starts)        | none          | none   | direct    | private |
 * | 1 Mar 18:30   | 2 Mar   | Ann                 | de-DE         |        |           | private |
 * |               |         | Ben                 | ru            |        |           | group   |
 * | 2 Mar 20:00   | 3 Mar   | Ben starts (site); Dan (pt-br) opens the Mini App: no action | | | | private |
 */
const query = { type: 'audience', period: '2024-03-01..2024-03-02', detail: 'day', timeZone: 'Asia/Kolkata' };

const ingest = () =>
  ingestHistory(store, (journey) => {
    const ann = journey.user('Ann', { id: 1, language_code: 'en', is_premium: true });
    const laterAnn = journey.user('Ann', { id: 1, language_code: 'de-DE' });
    const ben = journey.user('Ben', { language_code: 'ru' });
    const cid = journey.user('Cid');
    journey.at('2024-02-29T12:00:00Z');
    ann.sends('/start ads');
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('hello');
    ben.sends('/start ads');
    journey.at('2024-03-01T18:29:59Z');
    cid.sends('/start');
    journey.at('2024-03-01T18:30:00Z');
    laterAnn.sends('hallo');
    ben.writesInGroup(journey.group('Friends'), 'hi');
    journey.at('2024-03-02T20:00:00Z');
    ben.sends('/start site');
    journey.user('Dan', { language_code: 'pt-br' }).opensApp();
  });

test('visitors by newest language: who changed it counts once, by the newest', async () => {
  const bot = await ingest();
  await store.write(bot.events.toReversed());

  const report = await bot.report(query);

  expect(report.by).toBe('language');
  expect(report.buckets).toEqual(['2024-03-01T00:00:00+05:30', '2024-03-02T00:00:00+05:30']);
  expect(report.lines).toEqual([
    { name: '', values: [1, 0], total: 1 },
    { name: 'de-DE', values: [1, 1], total: 1 },
    { name: 'ru', values: [1, 1], total: 1 },
  ]);
});

test('visitors are split by country, premium, source, model, chat type, and new or returning', async () => {
  const bot = await ingest();
  const lines = async (dimension: string, overrides = {}) =>
    (await bot.report({ ...query, by: dimension, ...overrides })).lines.map(({ name, values, total }) => [
      name,
      values,
      total,
    ]);

  expect(await lines('country')).toEqual([
    ['', [2, 1], 2],
    ['DE', [1, 1], 1],
  ]);
  expect(await lines('premium')).toEqual([['no', [3, 2], 3]]);
  expect(await lines('source', { sourceParameter: 'none' })).toEqual([
    ['ads', [2, 2], 2],
    ['', [1, 0], 1],
  ]);
  expect(await lines('param.none')).toEqual(await lines('source', { sourceParameter: 'none' }));
  // Ben's later launch lies after the period; in a period up to 3 March it is the last.
  const lastModel = { period: '2024-03-01..2024-03-03', model: 'last' };
  expect(await lines('source', lastModel)).toEqual([
    ['', [1, 0, 0], 1],
    ['ads', [1, 1, 0], 1],
    ['site', [1, 1, 1], 1],
  ]);
  // In both kinds of chat Ben is a visitor of each.
  expect(await lines('chat_type')).toEqual([
    ['private', [3, 1], 3],
    ['supergroup', [0, 1], 1],
  ]);
  expect(await lines('audience')).toEqual([
    ['new', [2, 1], 2],
    ['returning', [1, 1], 1],
  ]);
  expect(await lines('gender')).toEqual([
    ['female', [1, 1], 1],
    ['male', [1, 1], 1],
    ['unknown', [1, 0], 1],
  ]);
});

test("the users of a line and of a bucket are those of its number, by what they are in the page's period", async () => {
  const bot = await ingest();
  const users = async (overrides: object) =>
    (await bot.users({ ...query, ...overrides })).map((one) => one.first_name).sort();

  expect(await users({})).toEqual(['Ann', 'Ben', 'Cid']);
  expect(await users({ line: 'de-DE', bucket: '0' })).toEqual(['Ann']);
  expect(await users({ by: 'audience', line: 'new', bucket: '1' })).toEqual(['Ben']);
  expect(await users({ by: 'source', line: 'ads', bucket: '1' })).toEqual(['Ann', 'Ben']);
  expect(await users({ by: 'chat_type', line: 'supergroup' })).toEqual(['Ben']);
});

test('ten values and the rest, whose users are counted separately', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-01T10:00:00Z');
    for (let index = 0; index < 12; index += 1) {
      journey.user(`P${index}`, { language_code: `l${String(index).padStart(2, '0')}` }).sends('/start');
    }
    journey.user('Q', { language_code: 'l11' }).sends('/start');
  });
  const question = { type: 'audience', period: '2024-03-01..2024-03-02', detail: 'day' };

  const report = await bot.report(question);
  expect(report.lines.map(({ name, total }) => [name, total])).toEqual([
    ['l11', 2],
    ...['l00', 'l01', 'l02', 'l03', 'l04', 'l05', 'l06', 'l07', 'l08'].map((name) => [name, 1]),
    [othersName, 2],
  ]);
  const otherUsers = await bot.users({ ...question, line: othersName, bucket: '0' });
  expect(otherUsers.map((one) => one.first_name).sort()).toEqual(['P10', 'P9']);
});
