import { defaultMailingSettings, mailingPressData, maxSubscriptionChanges } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { insertBot } from '../campaign-engine/test-campaigns.ts';
import { createUnsubscribeStore } from './unsubscribe-store.ts';
import { createUnsubscribes } from './unsubscribes.ts';

const bot = 'unsubscriber1';
const noon = Date.UTC(2026, 10, 23, 12);

describe.each(testEngines)('decisions of users on $name', (engine) => {
  const metadata = testMetadata(engine);
  let user = 0;

  it('end with the latest one, in whatever order and however often they come', async () => {
    const { db } = metadata();
    await insertBot(db, bot);
    const store = createUnsubscribeStore(db);
    const decisions = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }).chain((choices) => {
      const numbered = choices.map((isUnsubscribed, minute) => ({ isUnsubscribed, at: noon + minute * 60_000 }));
      const copies = fc.array(fc.constantFrom(...numbered), { maxLength: 4 });
      return fc.record({
        made: fc.constant(numbered),
        arrived: copies.chain((repeats) =>
          fc.shuffledSubarray([...numbered, ...repeats], { minLength: numbered.length + repeats.length }),
        ),
      });
    });
    await fc.assert(
      fc.asyncProperty(decisions, async ({ made, arrived }) => {
        user += 1;
        for (const decision of arrived)
          await store.change(bot, [{ ...decision, userId: user, source: 'button', campaignId: null }]);
        expect((await store.of(bot, [user])).has(user)).toBe(made.at(-1)?.isUnsubscribed);
      }),
      { numRuns: 60 },
    );
  });

  it('cost a look-up per 500 returning users, also for very many events; a user who repeats decides once', async () => {
    const { db } = metadata();
    const statements: string[] = [];
    const countingDb = db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const unsubscribes = await createUnsubscribes({
      db: countingDb,
      bus: { publish: () => undefined, subscribe: () => () => undefined },
      logger: { warn: () => undefined },
    });
    const settings = { ...defaultMailingSettings, command: '/mute', return_command: '/unmute' };
    await unsubscribes.setSettings(bot, settings);
    const command = (userId: number, name: string, sentAt: number) =>
      anEvent({
        bot,
        userId,
        id: `${userId} ${sentAt}`,
        kind: 'message',
        type: 'command',
        chatType: 'private',
        name,
        time: sentAt,
      });
    statements.length = 0;
    const returning = Array.from({ length: 2_000 }, (_, index) => command(20_000 + index, '/unmute', noon));
    await unsubscribes.noteEvents(returning);
    expect(statements).toHaveLength(4);

    statements.length = 0;
    const repeated = Array.from({ length: 2_000 }, (_, index) => command(30_000, '/mute', noon + index));
    await unsubscribes.noteEvents([...repeated, command(30_000, '/unmute', noon + 5_000)]);
    // Whether 30,000 has ended mailings, the first and the last of the equal decisions, and the return.
    expect(statements).toHaveLength(4);
    expect(await unsubscribes.of(bot, [30_000])).toEqual(new Map());

    statements.length = 0;
    const pressed = (userId: number, action: 'unsubscribe' | 'subscribe', sentAt: number) => {
      const data = mailingPressData(action, 1);
      const from = { id: userId, is_bot: false, first_name: 'Ann', language_code: 'en' };
      const message = { message_id: 1, date: 1, chat: { id: userId, type: 'private' } };
      const payload = JSON.stringify({ update_id: sentAt, callback_query: { id: `q${userId}`, from, message, data } });
      return anEvent({
        bot,
        userId,
        id: `p${userId} ${sentAt}`,
        kind: 'callback_query',
        name: data,
        time: sentAt,
        payload,
      });
    };
    const answeredUsers: number[] = [];
    unsubscribes.onPress((_, { userId }) => void answeredUsers.push(userId));
    const users = Array.from({ length: 10_000 }, (_, index) => 40_000 + index);
    const now = Date.now();
    await unsubscribes.noteEvents(users.map((userId) => pressed(userId, 'unsubscribe', now)));
    expect(statements).toHaveLength(20);
    expect((await unsubscribes.of(bot, users.slice(0, 100))).size).toBe(100);
    // A bot that pushes this many presses has answered them itself.
    expect(answeredUsers).toHaveLength(100);

    statements.length = 0;
    for (const userId of users.slice(0, 2_000)) {
      const press = { userId, campaignId: 1, queryId: '', messageId: 1, language: 'en', keyboard: null };
      unsubscribes.notePress(bot, { ...press, action: 'subscribe' });
    }
    await unsubscribes.close();
    // The first one, and what came meanwhile.
    expect(statements).toHaveLength(5);
    expect((await unsubscribes.of(bot, users.slice(1_990, 2_010))).size).toBe(10);
    await unsubscribes.close();
  });

  it('keep since when it is so, if the same one is made again', async () => {
    const { db } = metadata();
    const store = createUnsubscribeStore(db);
    const change = async (minute: number, isUnsubscribed: boolean) => {
      const decision = { userId: 7_000, isUnsubscribed, at: noon + minute * 60_000 };
      return (await store.change(bot, [{ ...decision, source: 'button', campaignId: null }])).size > 0;
    };
    expect(await change(1, true)).toBe(true);
    expect(await change(3, true)).toBe(false);
    // A return between the two that comes late.
    expect(await change(2, false)).toBe(false);
    expect((await store.of(bot, [7_000])).get(7_000)?.at).toEqual(new Date(noon + 60_000));
    expect(await change(4, false)).toBe(true);
    expect(await store.of(bot, [7_000])).toEqual(new Map());
  });

  it('leave a bounded history, which is erased with the user', async () => {
    const { db } = metadata();
    const store = createUnsubscribeStore(db);
    for (let minute = 0; minute < maxSubscriptionChanges + 5; minute += 1) {
      const decision = { userId: 8_000, isUnsubscribed: minute % 2 === 0, at: noon + minute * 60_000 };
      await store.change(bot, [{ ...decision, source: 'button', campaignId: null }]);
    }
    const history = await store.history(bot, 8_000);
    expect(history).toHaveLength(maxSubscriptionChanges);
    expect([history[0]?.at, history.at(-1)?.at]).toEqual([
      new Date(noon + (maxSubscriptionChanges + 4) * 60_000),
      new Date(noon + 5 * 60_000),
    ]);
    expect(await store.eraseHistory(bot, [8_000])).toBe(maxSubscriptionChanges);
    expect(await store.erase(bot, [8_000])).toBe(1);
    expect(await store.history(bot, 8_000)).toEqual([]);
  });

  it('wait for the event store until it has the latest one', async () => {
    const { db } = metadata();
    const store = createUnsubscribeStore(db);
    const change = async (minute: number, isUnsubscribed: boolean) => {
      const decision = { userId: 9_000, isUnsubscribed, at: noon + minute * 60_000 };
      return (await store.change(bot, [{ ...decision, source: 'button', campaignId: null }])).size > 0;
    };
    const pending = async () => (await store.notInEventStore(bot)).filter(({ userId }) => userId === 9_000);
    await change(1, true);
    const first = await pending();
    expect(first).toEqual([{ userId: 9_000, reason: 'own', decidedAt: noon + 60_000 }]);
    await change(2, false);
    // A decision made meanwhile is still to be written.
    await store.setInEventStore(bot, first);
    const second = await pending();
    expect(second).toEqual([{ userId: 9_000, reason: null, decidedAt: noon + 120_000 }]);
    await store.setInEventStore(bot, second);
    expect(await pending()).toEqual([]);
    await change(3, false);
    expect(await pending()).toEqual([]);
  });
});
