import { othersName } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { ingestHistory, type TestBot } from './test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const period = '2024-03-01..2024-03-02';

/*
 * Twelve sources: "s01" with 12 users, "s02" with 11, … "s12" with 1; each user starts on 1 March. One of "s12" writes
 * three times more on the 2nd, and two direct users come then. One user of "old" started the bot earlier and does nothing.
 */
async function manySources(): Promise<TestBot> {
  return ingestHistory(store, (journey) => {
    journey.at('2024-02-01T10:00:00Z');
    journey.user('Old').sends('/start old');
    journey.at('2024-03-01T10:00:00Z');
    for (let source = 1; source <= 12; source += 1) {
      for (let count = 13 - source; count > 0; count -= 1) {
        const user = journey.user('Ann', { is_premium: source === 12 });
        user.sends(`/start s${String(source).padStart(2, '0')}`);
        if (source < 12) continue;
        for (const minute of [10, 20, 30]) {
          journey.at(`2024-03-02T10:${minute}:00Z`);
          user.sends('hello');
        }
      }
    }
    for (const name of ['Ben', 'Cid']) journey.user(name).sends('hello');
  });
}
const loadLines = async (bot: TestBot, question: object) => {
  const { lines } = await bot.report({ type: 'visitors', period, detail: 'day', by: 'source', ...question });
  return lines.map(({ name, values, total }) => [name, ...values, total]);
};

test('the ten with the most users, then all others', async () => {
  const bot = await manySources();

  const tens = Array.from({ length: 10 }, (_, index) => [
    `s${String(index + 1).padStart(2, '0')}`,
    12 - index,
    0,
    12 - index,
  ]);
  expect(await loadLines(bot, {})).toEqual([
    ...tens,
    // s11 (2), s12 (1) and the direct (2).
    [othersName, 3, 3, 5],
  ]);
  // The one of "old" did nothing, so that the value is not among them: but is live.
  expect((await loadLines(bot, { type: 'count_users' })).at(-1)).toEqual([othersName, 4, 6, 6]);
});

test('averages are of the sessions of each value, never of averages', async () => {
  const bot = await manySources();
  const lines = await loadLines(bot, { type: 'avg_events_session', by: 'premium' });
  // s12: one action on the 1st, a session of three on the 2nd. Everyone else: sessions of one action.
  expect(lines).toEqual([
    ['no', 1, 1, 1],
    ['yes', 1, 3, 2],
  ]);
});

test('within a filter, and beside the period before by the same values', async () => {
  const bot = await manySources();
  const report = await bot.report({
    type: 'new_users',
    period: '2024-03-02..2024-03-02',
    detail: 'day',
    by: 'source',
    filter: 'premium:yes|source:',
    compare: 'previous',
  });
  expect(report.by).toBe('source');
  expect(report.lines).toEqual([
    { name: '', values: [2], total: 2 },
    { name: 's12', values: [0], total: 0 },
  ]);
  expect(report.compare?.lines).toEqual([
    { name: '', values: [0], total: 0 },
    { name: 's12', values: [1], total: 1 },
  ]);
});

test('headlines of reports whose lines are parts: all actions, all commands', async () => {
  const bot = await manySources();
  expect((await loadLines(bot, { type: 'messages_from_user', by: 'premium' })).toSorted()).toEqual([
    ['no', 77, 2, 79],
    ['yes', 1, 3, 4],
  ]);
  expect(await loadLines(bot, { type: 'user_commands_stat', by: 'chat_type' })).toEqual([['private', 78, 0, 78]]);
});

test('a period without any action puts all users into the rest', async () => {
  const bot = await manySources();
  expect(await loadLines(bot, { type: 'count_users', period: '2024-02-10..2024-02-11' })).toEqual([
    [othersName, 1, 1, 1],
  ]);
  expect(await loadLines(bot, { period: '2024-02-10..2024-02-11' })).toEqual([]);
});
