import { randomUUID } from 'node:crypto';
import type { Bot, OutgoingMessage } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { expect, vi } from 'vitest';
import type { TestAnswer, TestVisitor } from '../../roles/test-server.ts';
import { dataOf, startWorld, type World } from '../connections/test-world.ts';

/** The product with a bot behind a webhook, and a user known to the bot. */
export interface WritingWorld extends World {
  bot: SimulatedBot;
  key: string;
  anna: SimulatedUser;
  /** Adds a user known to the bot. */
  meet(first_name: string, more?: { language_code?: string }): Promise<SimulatedUser>;
  /** Path of one user's messages; `to` is the path below it. */
  path(user: SimulatedUser, to?: string): string;
  send(user: SimulatedUser, content: Record<string, unknown>, by?: TestVisitor): Promise<TestAnswer>;
  outbox(user: SimulatedUser): Promise<OutgoingMessage[]>;
  /** Calls that sent or changed something in the user's chat. */
  callsTo(user: SimulatedUser): { method: string; params: Record<string, unknown>; status: number }[];
  /** Payloads of the recorded calls of the bot in the user's chat, oldest first. */
  recorded(user: SimulatedUser): Promise<Record<string, unknown>[]>;
}

export async function startWriting(environment: Record<string, string> = {}): Promise<WritingWorld> {
  const world = await startWorld({ ROLES: 'ingest,api', ...environment });
  const { owner, server, telegram } = world;
  const bot = telegram.addBot({ username: 'writing_bot' });
  const answer = await owner.post('/api/bots', {
    bot_name: 'writing_bot',
    token: bot.token,
    connection_type: 'auto',
    delivery_method: 'webhook',
    webhook: world.hook.url,
  });
  const { key } = dataOf<{ bot: Bot }>(answer).bot;
  const path = (user: SimulatedUser, to = ''): string => `/api/bots/${key}/users/${user.id}${to}`;
  const events = <T extends object>(sql: string, user: number): Promise<T[]> =>
    server.services.store.query<T>({ sql, params: { bot: key, user }, bot: key });
  const meet = async (first_name: string, profile: { language_code?: string } = {}): Promise<SimulatedUser> => {
    const user = telegram.user({ first_name, bot, ...profile });
    user.sends('/start');
    const sql = 'SELECT user_id FROM users WHERE bot = {bot:String} AND user_id = {user:Int64}';
    await vi.waitFor(async () => expect(await events(sql, user.id)).toHaveLength(1), { timeout: 20_000 });
    return user;
  };
  const isOfChat = ({ params }: { params: Record<string, unknown> }, { user }: SimulatedUser): boolean =>
    String(params.chat_id) === String(user.id);
  return {
    ...world,
    bot,
    key,
    anna: await meet('Anna'),
    meet,
    path,
    send: (user, content, visitor = owner) =>
      visitor.post(path(user, '/messages'), { idempotency_key: randomUUID(), ...content }),
    outbox: async (user) => dataOf(await owner.get(path(user, '/messages/outbox'))),
    callsTo: (user) =>
      bot.calls
        .filter((call) => isOfChat(call, user))
        .map(({ method, params, status }) => ({ method, params, status })),
    async recorded(user) {
      const sql = `SELECT payload FROM events FINAL
        WHERE bot = {bot:String} AND user_id = {user:Int64} AND kind = 'call' ORDER BY time`;
      const rows = await events<{ payload: string }>(sql, user.id);
      return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
    },
  };
}
