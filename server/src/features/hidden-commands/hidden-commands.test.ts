import type { Event } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createHiddenCommands } from './hidden-commands.ts';

const now = Date.parse('2026-03-31T12:00:00Z');
const day = 86_400_000;
const logger = pino({ level: 'silent' });

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('hidden commands on $name', (engine) => {
  const metadata = testMetadata(engine);
  const slice = () => createHiddenCommands({ metadata: metadata(), store, logger });
  let id = 0;
  /** `count` messages of `users` users, a day before now unless `changes` say otherwise. */
  const buildMessages = (bot: string, text: string, count: number, users: number, changes: Partial<Event> = {}) =>
    Array.from({ length: count }, (_, index) => {
      id += 1;
      return anEvent({ bot, id: String(id), text, userId: 1 + (index % users), time: now - day, ...changes });
    });
  const addBot = async (changes: { finds_hidden_commands?: boolean; last_update_at?: Date | null } = {}) => {
    const key = store.freshBot();
    const row = { key, bot_name: `a${key}_bot`, username: `a${key}_bot`, api_key_hash: '' };
    await metadata()
      .db.insertInto('bots')
      .values({ ...row, last_update_at: new Date(now), ...changes })
      .execute();
    return key;
  };

  test('finds what many users repeat in the private chat, and counts it again the next time', async () => {
    const bot = await addBot();
    const events = [
      ...buildMessages(bot, '🛒 Basket', 12, 5),
      ...buildMessages(bot, 'rare', 9, 5),
      ...buildMessages(bot, 'habit', 40, 4),
      ...buildMessages(bot, 'long ago', 12, 6, { time: now - 31 * day }),
      ...buildMessages(bot, 'in a group', 12, 6, { chatType: 'supergroup', chatId: -100 }),
      ...buildMessages(bot, '/start', 12, 6, { type: 'command', name: '/start' }),
      ...buildMessages(bot, 'edited', 12, 6, { kind: 'edited_message', type: 'edited' }),
      ...buildMessages(bot, 'sent by the bot', 12, 6, { isAction: false, direction: 'out' }),
      ...buildMessages(bot, '', 12, 6),
    ];
    await store.write(events);
    await store.write(events);
    const hiddenCommands = slice();
    expect(await hiddenCommands.findAll(now)).toEqual({ bots: 1, found: 1, failed: 0 });
    const basket = { text: '🛒 Basket', state: 'Term', count: 12, users: 5, found_at: new Date(now).toISOString() };
    expect(await hiddenCommands.list(bot)).toEqual([basket]);
    expect(await hiddenCommands.stableOf({ key: bot, finds_hidden_commands: true })).toEqual([]);

    await store.write(buildMessages(bot, '🛒 Basket', 1, 1));
    expect(await hiddenCommands.findAll(now + 1_000)).toEqual({ bots: 1, found: 0, failed: 0 });
    expect(await hiddenCommands.list(bot)).toEqual([{ ...basket, count: 13 }]);
    // A month later nobody sends it any more; it is still known.
    expect(await hiddenCommands.findAll(now + 29 * day)).toMatchObject({ bots: 1, found: 0 });
    expect(await hiddenCommands.list(bot)).toEqual([{ ...basket, count: 13 }]);
    await hiddenCommands.findAll(now + 29 * day + day / 2);
    expect(await hiddenCommands.list(bot)).toEqual([{ ...basket, count: 0, users: 0 }]);
  });

  test('an owner approves, disapproves and takes it back; a look does not touch the decision', async () => {
    const bot = await addBot();
    const other = await addBot();
    await store.write([
      ...buildMessages(bot, 'Menu', 10, 5),
      ...buildMessages(bot, 'Help', 11, 6),
      ...buildMessages(other, 'Menu', 10, 5),
    ]);
    const hiddenCommands = slice();
    await hiddenCommands.findAll(now);
    const states = async () => (await hiddenCommands.list(bot)).map(({ text, state }) => [text, state]);
    const stable = () => hiddenCommands.stableOf({ key: bot, finds_hidden_commands: true });

    expect(await hiddenCommands.set(bot, 'Menu', 'Stable')).toMatchObject([
      { text: 'Help' },
      { text: 'Menu', state: 'Stable' },
    ]);
    expect(await stable()).toEqual(['Menu']);
    expect(await hiddenCommands.stableOf({ key: other, finds_hidden_commands: true })).toEqual([]);
    await hiddenCommands.set(bot, 'Help', 'Disabled');
    await hiddenCommands.findAll(now);
    expect(await states()).toEqual([
      ['Help', 'Disabled'],
      ['Menu', 'Stable'],
    ]);
    // Switched off, nothing counts; switched on again, the decisions are still there.
    expect(await hiddenCommands.stableOf({ key: bot, finds_hidden_commands: false })).toEqual([]);
    await hiddenCommands.set(bot, 'Help', 'Stable');
    expect(await stable()).toEqual(['Help', 'Menu']);
    await hiddenCommands.set(bot, 'Menu', 'Term');
    expect(await stable()).toEqual(['Help']);
    await expect(hiddenCommands.set(bot, 'menu', 'Stable')).rejects.toMatchObject({ code: 'NotFound', field: 'text' });
  });

  test('looks only where it is wanted and where something happened', async () => {
    const disabledBot = await addBot({ finds_hidden_commands: false });
    const idle = await addBot({ last_update_at: new Date(now - 32 * day) });
    const unusedBot = await addBot({ last_update_at: null });
    for (const bot of [disabledBot, idle, unusedBot]) await store.write(buildMessages(bot, 'Menu', 10, 5));
    const hiddenCommands = slice();
    await hiddenCommands.findAll(now);
    for (const bot of [disabledBot, idle, unusedBot]) expect(await hiddenCommands.list(bot)).toEqual([]);
  });

  test('a bot that cannot be searched does not stop the others', async () => {
    const bots = [await addBot(), await addBot()];
    for (const bot of bots) await store.write(buildMessages(bot, 'Menu', 10, 5));
    const failing = {
      query: <Row extends object>(statement: Parameters<ThrowawayStore['query']>[0]) =>
        statement.params?.bot === bots[0] ? Promise.reject(new Error('too heavy')) : store.query<Row>(statement),
    };
    const hiddenCommands = createHiddenCommands({ metadata: metadata(), store: failing, logger });
    expect((await hiddenCommands.findAll(now)).failed).toBe(1);
    expect([await hiddenCommands.list(bots[0]!), await hiddenCommands.list(bots[1]!)]).toMatchObject([
      [],
      [{ text: 'Menu' }],
    ]);
  });
});
