import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '../../platform/time-units.ts';
import { openEmbeddedEngine } from './engine/embedded.ts';
import { encodeRow, rowColumns } from './event-row.ts';
import { migrate } from './migrate.ts';
import { anEvent } from './test-event.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const group = { chatId: -100, chatType: 'supergroup' } as const;
const rejectionPayload = (description: string) => JSON.stringify({ response: { ok: false, description } });
const call = { kind: 'call', direction: 'out', name: 'sendMessage', isAction: false, isContact: false } as const;

/*
 * 1 wrote; 2 wrote and blocked the bot; 3 is known from a group; 4 was imported, and blocked the bot before that; 5 was
 * imported; 6 was written to, and the account is deleted; 7 was written to by a bot that does not report the outcome;
 * 8 never opened the chat; 9 is typing to a bot that 9 blocked; 10 reacted to a message, an hour after an inline query.
 */
const history: readonly Partial<Event>[] = [
  { userId: 1 },
  { userId: 2 },
  { userId: 2, kind: 'my_chat_member', isAction: false, membership: 'blocked', time: noon + 1 },
  { userId: 3, ...group },
  { userId: 4, kind: 'my_chat_member', isAction: false, membership: 'blocked', time: noon - 9 },
  { userId: 4, kind: 'imported', isAction: false },
  { userId: 5, kind: 'imported', isAction: false },
  { userId: 6 },
  {
    userId: 6,
    ...call,
    code: 403,
    membership: 'blocked',
    payload: rejectionPayload('Forbidden: user is deactivated'),
    time: noon + 1,
  },
  { userId: 7, ...call, payload: '{"method":"sendMessage"}' },
  {
    userId: 8,
    ...call,
    code: 403,
    payload: rejectionPayload("Forbidden: bot can't initiate conversation with a user"),
  },
  { userId: 9, kind: 'my_chat_member', isAction: false, membership: 'blocked' },
  { userId: 9, ...call, name: 'sendChatAction', payload: '{"response":{"ok":true,"result":true}}', time: noon + 1 },
  { userId: 10, kind: 'inline_query', chatId: 0, chatType: 'sender', time: noon - hourMs },
  { userId: 10, kind: 'message_reaction' },
];
const states = { 1: 4, 2: 2, 4: 2, 5: 4, 6: 3, 8: 1, 9: 2, 10: 4 };
/** Users whose chat was opened, and when, minutes after noon. */
const openings = { 1: 0, 2: 0, 4: -9 / 60_000, 5: 0, 6: 0, 9: 0, 10: 0 };

const blocks = { kind: 'my_chat_member', isAction: false, membership: 'blocked' } as const;
const opensApp = { kind: 'hit', chatType: '', isAction: false } as const;
const hit = (allowedAt: number | null, extraFields: object = {}) =>
  JSON.stringify({
    hit: {
      from: { id: 1, ...(allowedAt !== null && { allows_write_to_pm: true }) },
      ...(allowedAt !== null && { auth_date: allowedAt / 1_000 }),
      ...extraFields,
    },
  });
/*
 * 21 blocked the bot and got money back; 22 is listed as gone; 23 wrote, blocked the bot, and the first update is delivered
 * again an hour later, without a date of the bot; 24 wrote and blocked the bot within one second; 25 allowed the bot to
 * write by opening its Mini App; 26 did, blocked the bot, and the page reports once more; 27 opened it, and Telegram does
 * not say that; 28 wrote, and does the same; the page of 29 claims that 29 allowed it to write; 31 wrote in 1969, by the
 * clock of a bot.
 */
const mended: readonly Partial<Event>[] = [
  { userId: 21, ...blocks },
  { userId: 21, type: 'payment', isAction: false, isContact: false, time: noon + hourMs },
  { userId: 22, kind: 'imported', isAction: false, time: noon - hourMs },
  { userId: 22, kind: 'imported', isAction: false, membership: 'blocked' },
  { userId: 23, id: '900' },
  { userId: 23, ...blocks, time: noon + 60_000 },
  { userId: 23, id: '900', time: noon + hourMs, sentAt: noon / 1_000 },
  { userId: 24, time: noon + 200 },
  { userId: 24, ...blocks, time: noon + 600 },
  { userId: 25, ...opensApp, payload: hit(noon) },
  { userId: 26, ...opensApp, payload: hit(noon) },
  { userId: 26, ...blocks, time: noon + 60_000 },
  { userId: 26, ...opensApp, payload: hit(noon), time: noon + hourMs },
  { userId: 27, ...opensApp, payload: hit(null) },
  { userId: 28 },
  { userId: 28, ...opensApp, payload: hit(null), time: noon + hourMs },
  { userId: 29, ...opensApp, name: 'writeAccessRequested', payload: hit(null, { props: { status: 'allowed' } }) },
  { userId: 31, time: -1, sentAt: 0 },
];
const mendedStates = { 21: 2, 22: 2, 23: 2, 24: 2, 25: 4, 26: 2, 28: 4, 31: 4 };

const directory = mkdtempSync(join(tmpdir(), 'botscope-chats-'));
const engine = openEmbeddedEngine(directory);
beforeAll(() => migrate(engine));
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const insert = (owner: string, events: readonly Partial<Event>[]): Promise<void> => {
  const rows = events.map((changes, index) =>
    encodeRow(anEvent({ id: String(index + 1), chatId: changes.userId ?? 1, time: noon, ...changes, bot: owner })),
  );
  return engine.insert({ table: 'incoming', columns: rowColumns, body: Buffer.from(`${rows.join('\n')}\n`) });
};
const loadChatRows = (owner: string) =>
  engine.query<{ user_id: number; state: number; minutes: number | null }>({
    sql: `SELECT user_id, toUInt8(bitAnd(max(last), 7)) AS state, min(opened_ms) AS opened,
        if(opened > 9e18, NULL, (toFloat64(opened) - {noon:Int64}) / 60000) AS minutes
      FROM chat_states WHERE bot = {bot:String} GROUP BY user_id ORDER BY user_id`,
    params: { bot: owner, noon },
  });
const loadStates = async (owner: string) =>
  Object.fromEntries((await loadChatRows(owner)).map(({ user_id, state }) => [user_id, state]));
const loadOpenings = async (owner: string) => {
  const openedRows = (await loadChatRows(owner)).filter(({ minutes }) => minutes !== null);
  return Object.fromEntries(openedRows.map(({ user_id, minutes }) => [user_id, minutes]));
};

it('says whether the bot may write to each user, and when their private chat was opened', async () => {
  await insert('history', history);
  expect(await loadStates('history')).toEqual(states);
  expect(await loadOpenings('history')).toEqual(openings);
});

it('follows the last of what happened in the chat, in the order of Telegram’s dates', async () => {
  await insert('mended', mended);
  expect(await loadStates('mended')).toEqual(mendedStates);
});

it('does not depend on the order in which it is stored', async () => {
  const turned = mended.map((event, index) => ({ id: String(index + 1), ...event })).toReversed();
  for (const part of [turned.slice(0, 9), turned.slice(9)]) await insert('turned', part);
  expect(await loadStates('turned')).toEqual(mendedStates);
});
