import type { Event, ReportLine } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { ingestHistory, type TestBot } from './test-bot.ts';

let store: ThrowawayStore;
let bot: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = await fiveUsers();
});
afterAll(() => store.close());

/*
 * The reports ask about 1 to 4 March. Sources as the simplified rules read them: the whole payload.
 *
 * | who  | language | premium | first seen | launches              | 1 to 4 March                                  |
 * |------|----------|---------|------------|-----------------------|-----------------------------------------------|
 * | Anna | ru       | yes     | 20 Feb     | ads, later site (2 Mar) | 1: /start, /buy. 2: /start site. 3: in the group |
 * | Boris | ru      |         | 1 Mar      | ads                   | 1: /start ads, presses "menu_12345"             |
 * | Chloe | pt-br   |         | 2 Mar      | (none)                | 2: writes "🛒 Basket". 3: blocks                 |
 * | Zxq  | (none)   | yes     | 3 Mar      | none of her own       | 3: in the group only                             |
 * | Emma | en       |         | 1 Feb      | site                  | nothing                                          |
 *
 * Genders by the names: Anna f, Boris m, Chloe f, Zxq unknown, Emma f.
 * An anonymous administrator's action (user 0) in the group on 4 March.
 */
async function fiveUsers(): Promise<TestBot> {
  const bot = await ingestHistory(store, (journey) => {
    const anna = journey.user('Anna', { id: 1, language_code: 'ru', is_premium: true });
    const boris = journey.user('Boris', { id: 2, language_code: 'ru' });
    const chloe = journey.user('Chloe', { id: 3, language_code: 'pt-br' });
    const zxq = journey.user('Zxq', { id: 4, is_premium: true });
    const emma = journey.user('Emma', { id: 5, language_code: 'en' });
    const group = journey.group('Friends');
    journey.at('2024-02-01T10:00:00Z');
    emma.sends('/start site');
    journey.at('2024-02-20T10:00:00Z');
    anna.sends('/start ads');
    journey.at('2024-03-01T10:00:00Z');
    anna.sends('/start');
    anna.sends('/buy');
    boris.sends('/start ads');
    boris.presses('menu_12345');
    journey.at('2024-03-02T10:00:00Z');
    anna.sends('/start site');
    chloe.sends('🛒 Basket');
    journey.at('2024-03-03T10:00:00Z');
    anna.writesInGroup(group, 'hello all');
    zxq.writesInGroup(group, 'hello too');
    chloe.blocks();
  });
  const userlessAction = { userId: 0, isAction: true, isContact: false, chatType: 'supergroup', chatId: -100 } as const;
  await store.write([anEvent({ bot: bot.key, id: '77', ...userlessAction, time: Date.parse('2024-03-04T10:00:00Z') })]);
  return bot;
}

const period = '2024-03-01..2024-03-04';
const hiddenCommands = ['🛒 Basket'];
const values = (lines: readonly ReportLine[]) => Object.fromEntries(lines.map((line) => [line.name, line.values]));

/** Users who act in the period: the ids that visitors counts, found through their list. */
const loadVisitors = async (filter: string, question: object = {}) => {
  const query = { type: 'visitors', period, filter, hiddenCommands, ...question };
  const users = await bot.users(query);
  const { lines } = await bot.report(query);
  expect(lines[0]?.total).toBe(users.length);
  return users.map(({ user_id }) => user_id).sort();
};

describe('visitors selected by a filter', () => {
  test.each([
    ['', [1, 2, 3, 4]],
    ['language:ru', [1, 2]],
    ['language:ru,en', [1, 2]],
    ['language:', [4]],
    ['language:!ru', [3, 4]],
    ['language:!ru,', [3]],
    ['premium:yes', [1, 4]],
    ['premium:no', [2, 3]],
    ['premium:!no', [1, 4]],
    ['gender:female', [1, 3]],
    ['gender:male,unknown', [2, 4]],
    ['country:BR', [3]],
    ['country:', [1, 2, 4]],
    ['country:!BR', [1, 2, 4]],
    ['audience:new', [2, 3, 4]],
    ['audience:returning', [1]],
    ['audience:!new', [1]],
    ['command:/start', [1, 2]],
    ['command:/buy,menu_12345', [1, 2]],
    ['command:!/buy', [2, 3, 4]],
    ['command:🛒 Basket', [3]],
    ['command:!/start,🛒 Basket', [4]],
    ['chat_type:supergroup', [1, 4]],
    ['chat_type:private', [1, 2, 3]],
    ['chat_type:!private', [1, 4]],
    ['source:ads', [1, 2]],
    ['source:', [3, 4]],
    ['source:!ads', [3, 4]],
    ['source:!ads,', []],
    ['param.none:ads', [1, 2]],
    ['param.campaign:', [1, 2, 3, 4]],
    ['param.campaign:x', []],
    ['language:ru;premium:no', [2]],
    ['language:ru;premium:no|country:BR', [2, 3]],
    ['language:ru;chat_type:supergroup', [1]],
    ['chat_type:supergroup;language:ru|audience:new;command:menu_12345', [1, 2]],
    ['premium:yes;premium:no', []],
    ["language:')%3BDROP TABLE events--,\\'", []],
  ])('%s: %j', async (filter, ids) => {
    expect(await loadVisitors(filter)).toEqual(ids);
  });

  test.each([
    ['first', [1, 2], []],
    ['last', [2], [1]],
    ['last_significant', [1, 2], []],
  ])('sources by the %s launch', async (model, ads, site) => {
    expect(await loadVisitors('source:ads', { model })).toEqual(ads);
    expect(await loadVisitors('source:site', { model })).toEqual(site);
  });

  test('a parameter that names the source, and one that does not', async () => {
    expect(await loadVisitors('param.none:ads', { sourceParameter: 'none' })).toEqual([1, 2]);
    expect(await loadVisitors('param.none:ads', { sourceParameter: 'utm' })).toEqual([1, 2]);
  });

  test('buttons go by the name that their first characters make', async () => {
    expect(await loadVisitors('command:menu', { callbackMaxLength: 4 })).toEqual([2]);
    expect(await loadVisitors('command:menu_12345', { callbackMaxLength: 4 })).toEqual([]);
  });

  test('a text is no command without the approval of an owner', async () => {
    expect(await loadVisitors('command:🛒 Basket', { hiddenCommands: [] })).toEqual([]);
  });
});

/*
 * |                 | 1 Mar | 2 Mar | 3 Mar | 4 Mar |
 * |-----------------|-------|-------|-------|-------|
 * | all actions     | 4     | 2     | 2     | 1 (of user 0) |
 * | of ru           | 4     | 1     | 1     | 0     |
 * | in the group    | 0     | 0     | 2     | 1     |
 * | not in private, of those with a language | 0 | 0 | 1 | 0 |
 */
test('actions: chat types select them themselves, all else their users; nobody in particular is no user', async () => {
  const actions = async (filter: string) => {
    const { lines } = await bot.report({ type: 'messages_from_user', period, filter });
    return [0, 1, 2, 3].map((day) => lines.reduce((sum, line) => sum + (line.values[day] ?? 0), 0));
  };
  expect(await actions('')).toEqual([4, 2, 2, 1]);
  expect(await actions('language:ru')).toEqual([4, 1, 1, 0]);
  expect(await actions('chat_type:supergroup')).toEqual([0, 0, 2, 1]);
  expect(await actions('chat_type:!private;language:!')).toEqual([0, 0, 1, 0]);
  expect(await actions('language:!xx')).toEqual([4, 2, 2, 0]);
  expect(await actions('command:!/buy')).toEqual([2, 1, 1, 0]);
  expect(await actions('chat_type:supergroup|language:pt-br')).toEqual([0, 1, 2, 1]);
});

/* New: Boris on the 1st, Chloe on the 2nd, Zxq on the 3rd. Left: Chloe on the 3rd. Known at the end: five. */
test('users: a chat type selects those with such an action in the period', async () => {
  const ask = async (type: string, filter: string) => values((await bot.report({ type, period, filter })).lines);
  expect(await ask('new_users', 'chat_type:supergroup')).toEqual({ new: [0, 0, 1, 0] });
  expect(await ask('new_users', 'chat_type:private')).toEqual({ new: [1, 1, 0, 0] });
  expect(await ask('new_users', 'premium:no')).toEqual({ new: [1, 1, 0, 0] });
  expect(await ask('left_users', 'country:BR')).toEqual({ left: [0, 0, 1, 0] });
  expect(await ask('left_users', 'source:ads')).toEqual({ left: [0, 0, 0, 0] });
  expect(await ask('count_users', 'gender:female')).toMatchObject({ all: [2, 3, 3, 3], live: [2, 3, 2, 2] });
  expect(await ask('count_users', 'chat_type:supergroup')).toMatchObject({ all: [1, 1, 2, 2] });
  expect(await ask('session_count', 'language:ru')).toEqual({ sessions: [2, 1, 1, 0] });
  expect(await ask('session_count', 'chat_type:supergroup')).toEqual({ sessions: [0, 0, 2, 0] });
});

test('a comparison asks about the new and the returning of its own period', async () => {
  const report = await bot.report({ type: 'visitors', period, filter: 'audience:new', compare: 'previous' });
  expect(report.lines[0]?.total).toBe(3);
  // 26 to 29 February: nobody. Anna, new on the 20th, is within a longer one.
  expect(report.compare?.lines[0]?.total).toBe(0);
  const longer = await bot.report({
    type: 'visitors',
    period: '2024-03-01..2024-03-15',
    filter: 'audience:new',
    compare: 'previous',
  });
  expect(longer.compare?.lines[0]?.total).toBe(1);
});

test('the profile that counts is the newest, also where another is stored in the same row', async () => {
  const changing = await ingestHistory(store, (journey) => {
    const [before, after] = ['ru', 'en'].map((language_code) => journey.user('Ann', { id: 9, language_code }));
    journey.at('2024-03-01T10:00:00Z');
    before?.sends('/start');
    journey.at('2024-03-02T10:00:00Z');
    after?.sends('hello');
  });
  const total = async (filter: string) => (await changing.report({ type: 'visitors', period, filter })).lines[0]?.total;
  expect(await total('language:en')).toBe(1);
  expect(await total('language:ru')).toBe(0);
});

/* | 1: source-news1_medium-email | 2: source-news1_medium-post | 3: medium-email | */
test('parameters of a bot that cuts payloads', async () => {
  const bot = await ingestHistory(store, () => {});
  const launches: Pick<Event, 'source' | 'params'>[] = [
    { source: 'news1', params: { source: 'news1', medium: 'email' } },
    { source: 'news1', params: { source: 'news1', medium: 'post' } },
    { source: '', params: { medium: 'email' } },
  ];
  const start = { isStart: true, isContact: true, name: '/start', type: 'command', startPayload: 'x' } as const;
  await store.write(
    launches.map((launch, index) => {
      const time = Date.parse(`2024-03-0${index + 1}T10:00:00Z`);
      return anEvent({ bot: bot.key, id: String(index + 1), userId: index + 1, ...start, ...launch, time });
    }),
  );
  const total = async (filter: string) => (await bot.report({ type: 'visitors', period, filter })).lines[0]?.total;
  expect(await total('source:news1')).toBe(2);
  expect(await total('param.source:news1')).toBe(2);
  expect(await total('param.medium:email')).toBe(2);
  expect(await total('param.medium:email;source:news1')).toBe(1);
  expect(await total('param.medium:email,post;source:!news1')).toBe(1);
  expect(await total('source:')).toBe(1);
});
