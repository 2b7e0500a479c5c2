import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Event } from '@botscope/contract';
import { afterAll, expect, it } from 'vitest';
import { openEmbeddedEngine } from './engine/embedded.ts';
import { encodeRow, rowColumns } from './event-row.ts';
import { migrate, readMigrations } from './migrate.ts';
import { anEvent } from './test-event.ts';

const bot = '0123456789abc';
const noon = Date.UTC(2026, 2, 1, 12);
const group = { chatId: -100, chatType: 'supergroup' } as const;
const refused = (description: string) => JSON.stringify({ response: { ok: false, description } });
const call = { kind: 'call', direction: 'out', name: 'sendMessage', isAction: false, isContact: false } as const;

/*
 * 1 wrote; 2 wrote and blocked the bot; 3 is known from a group; 4 was imported, and blocked the bot before that; 5 was
 * imported; 6 was written to, and the account is deleted; 7 was written to by a bot that does not say what came of it;
 * 8 never opened the chat; 9 is typing to a bot that 9 blocked.
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
    payload: refused('Forbidden: user is deactivated'),
    time: noon + 1,
  },
  { userId: 7, ...call, payload: '{"method":"sendMessage"}' },
  { userId: 8, ...call, code: 403, payload: refused("Forbidden: bot can't initiate conversation with a user") },
  { userId: 9, kind: 'my_chat_member', isAction: false, membership: 'blocked' },
  { userId: 9, ...call, name: 'sendChatAction', payload: '{"response":{"ok":true,"result":true}}', time: noon + 1 },
];
const expected = { 1: 4, 2: 2, 4: 2, 5: 4, 6: 3, 8: 1, 9: 2 };

const directory = mkdtempSync(join(tmpdir(), 'botscope-chats-'));
const engine = openEmbeddedEngine(directory);
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const insert = (owner: string): Promise<void> => {
  const rows = history.map((changes, index) =>
    encodeRow(anEvent({ chatId: changes.userId ?? 1, time: noon, ...changes, bot: owner, id: String(index + 1) })),
  );
  return engine.insert({ table: 'incoming', columns: rowColumns, body: Buffer.from(`${rows.join('\n')}\n`) });
};
const statesOf = async (owner: string) => {
  const rows = await engine.query<{ user_id: number; state: number }>({
    sql: 'SELECT user_id, toUInt8(bitAnd(max(last), 7)) AS state FROM chat_states WHERE bot = {bot:String} GROUP BY user_id',
    params: { bot: owner },
  });
  return Object.fromEntries(rows.map(({ user_id, state }) => [user_id, state]));
};

it('is known of what was stored before, and of what is stored later', async () => {
  const migrations = readMigrations();
  await migrate(
    engine,
    migrations.filter(({ name }) => name !== 'chat-states'),
  );
  await insert(bot);
  expect(await migrate(engine)).toEqual(['chat-states']);
  expect(await statesOf(bot)).toEqual(expected);
  await insert('other');
  expect(await statesOf('other')).toEqual(expected);
});
