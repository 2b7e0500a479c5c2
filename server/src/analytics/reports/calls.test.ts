import { type Event, reportTypes } from '@botscope/contract';
import type { Journey } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { normalizeCall } from '../../events/normalize/normalize-call.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { ingestHistory } from './test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const ids = { ann: 501, ben: 502, cid: 503, dan: 504, eve: 505 };
const rejection = (error_code: number, description: string) => ({ ok: false, error_code, description });
const blocked = rejection(403, 'Forbidden: bot was blocked by the user');
const deactivated = rejection(403, 'Forbidden: user is deactivated');
let messageId = 1_000;

function buildSentMessage(bot: string, date: string, chat_id: number, response?: object): Event {
  messageId += 1;
  const chat = { id: chat_id, type: chat_id > 0 ? 'private' : 'supergroup' };
  const fine = { ok: true, result: { message_id: messageId, date: Date.parse(date) / 1000, chat } };
  const call = { bot, method: 'sendMessage', params: { chat_id, text: 'News' }, response: response ?? fine, date };
  const result = normalizeCall({ ...call, receivedAt: Date.parse(date) + 500 });
  if ('rejected' in result) throw new Error(result.rejected);
  return result.event;
}

/*
 * |     | 1 March | 2 March                            | 3 March                     | 4 March |
 * |-----|---------|------------------------------------|-----------------------------|---------|
 * | Ann | meets   | a send: blocked                    | a send: blocked (gone already) | writes  |
 * | Ben | meets   |                                    | a send: deactivated         |         |
 * | Cid |         | a send: blocked (never a contact)  |                             |         |
 * | Dan | meets   | sends: fine, 429, chat not found; no answer |                    |         |
 * | Eve | meets   | blocks; a send: blocked (the same) |                             |         |
 * |-----|---------|------------------------------------|-----------------------------|---------|
 * | new | 4       | 0                                  | 0                           | 0       |
 * | left | 0      | 2 (Ann, Eve)                       | 1 (Ben)                     | 0       |
 * | back | 0      | 0                                  | 0                           | 1 (Ann) |
 * | live | 4      | 2                                  | 1 (Dan)                     | 2       |
 * | visitors | 4  | 0                                  | 0                           | 1       |
 * | actions | 4   | 0                                  | 0                           | 1       |
 */
test('a send that Telegram rejects shows who left and counts as nothing else', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const { ann, eve } = meetFour(journey);
    journey.at('2024-03-02T10:00:00Z');
    eve.blocks();
    journey.at('2024-03-04T10:00:00Z');
    ann.sends('hello again');
  });
  const calls = [
    buildSentMessage(bot.key, '2024-03-02T15:00:00Z', ids.ann, blocked),
    buildSentMessage(bot.key, '2024-03-02T15:00:00Z', ids.cid, blocked),
    buildSentMessage(bot.key, '2024-03-02T15:00:01Z', ids.eve, blocked),
    buildSentMessage(bot.key, '2024-03-02T15:00:02Z', ids.dan),
    buildSentMessage(bot.key, '2024-03-02T15:00:03Z', ids.dan, rejection(429, 'Too Many Requests: retry after 3')),
    buildSentMessage(bot.key, '2024-03-02T15:00:04Z', ids.dan, rejection(400, 'Bad Request: chat not found')),
    buildSentMessage(bot.key, '2024-03-02T15:00:05Z', ids.dan, rejection(0, 'timeout')),
    buildSentMessage(
      bot.key,
      '2024-03-02T15:00:06Z',
      -100_500,
      rejection(403, 'Forbidden: bot was kicked from the supergroup chat'),
    ),
    buildSentMessage(bot.key, '2024-03-03T15:00:00Z', ids.ann, blocked),
    buildSentMessage(bot.key, '2024-03-03T15:00:00Z', ids.ben, deactivated),
  ];
  await store.write(calls);
  // Sent again, it counts once.
  await store.write(calls.map((call) => ({ ...call, receivedAt: call.receivedAt + 86_400_000 })));

  const lines = async (type: string) => {
    const { lines } = await bot.report({ type, period: '2024-03-01..2024-03-04' });
    return Object.fromEntries(lines.map(({ name, values }) => [name, values]));
  };
  expect(await lines('new_users')).toEqual({ new: [4, 0, 0, 0] });
  expect(await lines('left_users')).toEqual({ left: [0, 2, 1, 0] });
  expect(await lines('return_users')).toEqual({ returned: [0, 0, 0, 1] });
  expect(Object.values(await lines('visitors'))).toEqual([[4, 0, 0, 1]]);
  expect(await lines('messages_from_user')).toEqual({ command: [4, 0, 0, 0], text: [0, 0, 0, 1] });
  expect((await lines('count_users')).live).toEqual([4, 2, 1, 2]);
});

test('no report about users counts what the bot sends', async () => {
  const scenario = (journey: Journey): void => {
    const { ann, ben, dan } = meetFour(journey);
    journey.at('2024-03-02T10:00:00Z');
    ann.presses('menu');
    journey.after('10m');
    ben.blocks();
    journey.at('2024-03-03T10:00:00Z');
    dan.sends('/help');
  };
  const [quietBot, busyBot] = [await ingestHistory(store, scenario), await ingestHistory(store, scenario)];
  const times = ['2024-02-20T10:00:00Z', '2024-03-01T09:50:00Z', '2024-03-02T10:05:00Z', '2024-03-04T12:00:00Z'];
  const users = [...Object.values(ids), 999, -100_500];
  await store.write(times.flatMap((time) => users.map((id) => buildSentMessage(busyBot.key, time, id))));

  // Events are counted both ways: that is what their report is about.
  for (const type of Object.keys(reportTypes).filter((one) => one !== 'event_stat')) {
    const question = { type, period: '2024-03-01..2024-03-05' };
    expect(await busyBot.report(question), type).toEqual(await quietBot.report(question));
  }
});

function meetFour(journey: Journey) {
  const [ann, ben, dan, eve] = (['ann', 'ben', 'dan', 'eve'] as const).map((name) =>
    journey.user(name, { id: ids[name] }),
  );
  if (!ann || !ben || !dan || !eve) throw new Error('Four are four');
  journey.at('2024-03-01T10:00:00Z');
  for (const user of [ann, ben, dan, eve]) user.sends('/start');
  return { ann, ben, dan, eve };
}
