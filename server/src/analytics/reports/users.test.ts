import { othersName } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { populationPeriod, populationScenario } from './population-scenario.ts';
import { sessionPeriod, sessionScenario } from './sessions/session-scenario.ts';
import { ingestHistory, type TestBot } from './test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const loadNames = async (bot: TestBot, question: Parameters<TestBot['users']>[0]) =>
  (await bot.users(question))
    .map((user) => user.first_name)
    .sort()
    .join(' ');

/** See population-scenario.ts and session-scenario.ts for who did what. */
describe('the users behind a number', () => {
  let population: TestBot;
  let sessions: TestBot;
  beforeAll(async () => {
    population = await ingestHistory(store, populationScenario);
    sessions = await ingestHistory(store, sessionScenario);
  });

  test.each([
    ['new_users', {}, 'Cid Dan Eve'],
    ['new_users', { bucket: '0' }, 'Cid'],
    ['left_users', { bucket: '1' }, 'Ann Cid'],
    ['left_users', { line: 'left' }, 'Ann Cid Eve'],
    ['return_users', { bucket: '1' }, 'Ann'],
    ['return_users', { bucket: '2' }, ''],
    ['visitors', { bucket: '3' }, 'Ann'],
    ['visitors', {}, 'Ann Cid Dan'],
    ['active_users', { bucket: '3', line: 'active' }, 'Ann'],
    ['active_users', { bucket: '3', line: 'last_1' }, 'Ann'],
    ['active_users', { bucket: '2', line: 'last_7' }, 'Cid Dan'],
    ['active_users', { bucket: '2', line: 'last_30' }, 'Ann Ben Cid Dan'],
    ['count_users', { bucket: '1', line: 'all' }, 'Ann Ben Cid Dan'],
    ['count_users', { bucket: '1', line: 'live' }, 'Dan'],
    ['count_users', { bucket: '1', line: 'left' }, 'Ann Ben Cid'],
    ['count_users', { bucket: '3', line: 'share' }, 'Ann Dan'],
    ['users_graph', { bucket: '0', line: 'live' }, 'Ann Cid'],
    ['users_graph', { line: 'left' }, 'Ann Cid Eve'],
    ['users_graph', { bucket: '1', line: 'returned' }, 'Ann'],
    ['users_graph', { bucket: '1', line: 'new' }, 'Dan'],
    ['messages_from_user', { bucket: '0', line: 'command' }, 'Cid'],
    ['messages_from_user', { line: 'text' }, 'Ann'],
    ['messages_from_user', {}, 'Ann Cid Dan'],
    ['user_commands_stat', { line: '/start' }, 'Cid Dan'],
    ['user_commands_stat', { bucket: '1' }, 'Dan'],
    // 4 March 2024 is a Monday.
    ['activity_hours', { bucket: '10', line: '1' }, 'Ann'],
    ['activity_hours', { bucket: '10' }, 'Ann Cid Dan'],
    ['activity_hours', { bucket: '11' }, ''],
    ['activity_hours', { line: '5' }, 'Cid'],
  ])('%s %o: %s', async (type, place, names) => {
    expect(await loadNames(population, { type, period: populationPeriod, detail: 'day', ...place })).toBe(names);
  });

  test.each([
    ['session_count', { bucket: '0' }, 'Ann Ben'],
    ['session_count', { bucket: '1' }, ''],
    ['session_count', {}, 'Ann Ben Cid'],
    ['avg_duration_session', { bucket: '2', line: 'median' }, 'Ben Cid'],
    ['avg_events_session', { bucket: '0', line: 'mean' }, 'Ann Ben'],
    ['rejection', { bucket: '0' }, 'Ann'],
    ['rejection', { bucket: '2' }, 'Ben'],
  ])('%s %o: %s', async (type, place, names) => {
    expect(await loadNames(sessions, { type, period: sessionPeriod, ...place })).toBe(names);
  });

  /* Ann writes on the 4th, Eve blocks on the 3rd; on the 2nd Ben, Cid and Dan, one millisecond after the other. */
  test('the users seen last come first, with all that a list shows', async () => {
    const users = await population.users({ type: 'count_users', period: populationPeriod });
    expect(users.map((user) => user.first_name)).toEqual(['Ann', 'Eve', 'Dan', 'Cid', 'Ben']);
    expect(users[0]).toEqual({
      user_id: expect.any(Number),
      first_name: 'Ann',
      last_name: '',
      username: '',
      language: '',
      is_premium: false,
      source: '',
      first_time: '2024-02-20T10:00:00.000Z',
      last_time: '2024-03-04T10:00:00.000Z',
    });
  });

  test('windows end today', async () => {
    const question = {
      type: 'active_users',
      period: '2024-03-01..2024-03-31',
      detail: 'month',
      now: '2024-03-02T12:00:00Z',
    };
    expect(await loadNames(population, { ...question, line: 'last_1', bucket: '0' })).toBe('Dan');
    const report = await population.report(question);
    expect(report.lines.find((line) => line.name === 'last_1')?.total).toBe(1);
  });

  test('a filter, and a value of a breakdown, select their users', async () => {
    const bot = await ingestHistory(store, (journey) => {
      const [ann, ben, cid] = ['ru', 'ru', 'en'].map((language_code, index) =>
        journey.user('ABC'.charAt(index), { language_code, is_premium: index === 0 }),
      );
      journey.at('2024-03-01T10:00:00Z');
      ann?.sends('/start ads');
      ben?.sends('hello');
      journey.at('2024-03-02T10:00:00Z');
      cid?.sends('hello');
    });
    const question = { type: 'visitors', period: populationPeriod };
    expect(await loadNames(bot, { ...question, filter: 'language:ru' })).toBe('A B');
    expect(await loadNames(bot, { ...question, by: 'language', line: 'ru' })).toBe('A B');
    expect(await loadNames(bot, { ...question, by: 'language', line: 'ru', filter: 'premium:no' })).toBe('B');
    expect(await loadNames(bot, { ...question, by: 'language', line: 'en', bucket: '1' })).toBe('C');
    expect(await loadNames(bot, { ...question, by: 'language', line: othersName })).toBe('');
    expect((await bot.users({ ...question, filter: 'premium:yes' }))[0]).toMatchObject({ source: 'ads' });
  });

  test.each([
    [{ line: 'best' }, 'line'],
    [{ bucket: '4' }, 'bucket'],
    [{ bucket: '-1' }, 'bucket'],
    [{ bucket: 'x' }, 'bucket'],
    [{ type: 'activity_hours', bucket: '24' }, 'bucket'],
    [{ type: 'active_users', line: 'stickiness' }, 'line'],
    [{ type: 'messages_from_user', line: 'juggling' }, 'line'],
  ])('%o is no number', async (place, field) => {
    const question = { type: 'count_users', period: populationPeriod, ...place };
    await expect(population.users(question)).rejects.toMatchObject({ code: 'InvalidPlace', field });
  });
});
