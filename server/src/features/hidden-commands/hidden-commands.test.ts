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
  /** `count` messages of `users` people, a day before now unless `changes` say otherwise. */
  const said = (bot: string, text: string, count: number, users: number, changes: Partial<Event> = {}) =>
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

  test('finds what many people repeat in the private chat, and counts it again the next time', async () => {
    const bot = await addBot();
    const events = [
      ...said(bot, '🛒 Basket', 12, 5),
      ...said(bot, 'rare', 9, 5),
      ...said(bot, 'habit', 40, 4),
      ...said(bot, 'long ago', 12, 6, { time: now - 31 * day }),
      ...said(bot, 'in a group', 12, 6, { chatType: 'supergroup', chatId: -100 }),
      ...said(bot, '/start', 12, 6, { type: 'command', name: '/start' }),
      ...said(bot, 'edited', 12, 6, { kind: 'edited_message', type: 'edited' }),
      ...said(bot, 'sent by the bot', 12, 6, { isAction: false, direction: 'out' }),
      ...said(bot, '', 12, 6),
    ];
    await store.write(events);
    await store.write(events);
    const hidden = slice();
    expect(await hidden.findAll(now)).toEqual({ bots: 1, found: 1, failed: 0 });
    const basket = { text: '🛒 Basket', state: 'Term', count: 12, users: 5, found_at: new Date(now).toISOString() };
    expect(await hidden.list(bot)).toEqual([basket]);
    expect(await hidden.stableOf({ key: bot, finds_hidden_commands: true })).toEqual([]);

    await store.write(said(bot, '🛒 Basket', 1, 1));
    expect(await hidden.findAll(now + 1_000)).toEqual({ bots: 1, found: 0, failed: 0 });
    expect(await hidden.list(bot)).toEqual([{ ...basket, count: 13 }]);
    // A month later nobody sends it any more; it is still known.
    expect(await hidden.findAll(now + 29 * day)).toMatchObject({ bots: 1, found: 0 });
    expect(await hidden.list(bot)).toEqual([{ ...basket, count: 13 }]);
    await hidden.findAll(now + 29 * day + day / 2);
    expect(await hidden.list(bot)).toEqual([{ ...basket, count: 0, users: 0 }]);
  });

  test('an owner approves, disapproves and takes it back; a look does not touch the decision', async () => {
    const bot = await addBot();
    const other = await addBot();
    await store.write([...said(bot, 'Menu', 10, 5), ...said(bot, 'Help', 11, 6), ...said(other, 'Menu', 10, 5)]);
    const hidden = slice();
    await hidden.findAll(now);
    const states = async () => (await hidden.list(bot)).map(({ text, state }) => [text, state]);
    const stable = () => hidden.stableOf({ key: bot, finds_hidden_commands: true });

    expect(await hidden.set(bot, 'Menu', 'Stable')).toMatchObject([
      { text: 'Help' },
      { text: 'Menu', state: 'Stable' },
    ]);
    expect(await stable()).toEqual(['Menu']);
    expect(await hidden.stableOf({ key: other, finds_hidden_commands: true })).toEqual([]);
    await hidden.set(bot, 'Help', 'Disabled');
    await hidden.findAll(now);
    expect(await states()).toEqual([
      ['Help', 'Disabled'],
      ['Menu', 'Stable'],
    ]);
    // Switched off, nothing counts; switched on again, the decisions are still there.
    expect(await hidden.stableOf({ key: bot, finds_hidden_commands: false })).toEqual([]);
    await hidden.set(bot, 'Help', 'Stable');
    expect(await stable()).toEqual(['Help', 'Menu']);
    await hidden.set(bot, 'Menu', 'Term');
    expect(await stable()).toEqual(['Help']);
    await expect(hidden.set(bot, 'menu', 'Stable')).rejects.toMatchObject({ code: 'NotFound', field: 'text' });
  });

  test('looks only where it is wanted and where something happened', async () => {
    const off = await addBot({ finds_hidden_commands: false });
    const idle = await addBot({ last_update_at: new Date(now - 32 * day) });
    const unused = await addBot({ last_update_at: null });
    for (const bot of [off, idle, unused]) await store.write(said(bot, 'Menu', 10, 5));
    const hidden = slice();
    await hidden.findAll(now);
    for (const bot of [off, idle, unused]) expect(await hidden.list(bot)).toEqual([]);
  });

  test('a bot that cannot be searched does not stop the others', async () => {
    const bots = [await addBot(), await addBot()];
    for (const bot of bots) await store.write(said(bot, 'Menu', 10, 5));
    const failing = {
      query: <Row extends object>(statement: Parameters<ThrowawayStore['query']>[0]) =>
        statement.params?.bot === bots[0] ? Promise.reject(new Error('too heavy')) : store.query<Row>(statement),
    };
    const hidden = createHiddenCommands({ metadata: metadata(), store: failing, logger });
    expect((await hidden.findAll(now)).failed).toBe(1);
    expect([await hidden.list(bots[0]!), await hidden.list(bots[1]!)]).toMatchObject([[], [{ text: 'Menu' }]]);
  });
});
