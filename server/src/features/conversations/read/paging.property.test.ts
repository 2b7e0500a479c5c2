import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { dayMs, hourMs } from '../../../platform/time-units.ts';
import { ann, annsChat, startHistory } from '../test-history.ts';
import { readConversation } from './conversation.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const now = Date.parse('2026-03-10T12:00:00Z');

/**
 * An event that many days before now: a dated message or an undated press, perhaps delivered a second time with another
 * date of the sender (in hours), before or after the first copy was received.
 */
const simulatedEvent = fc.record({
  daysAgo: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 800 })),
  ms: fc.integer({ min: 0, max: 5 }),
  isPress: fc.boolean(),
  copy: fc.option(fc.record({ dated: fc.integer({ min: -72, max: 20 }), received: fc.constantFrom(-1_000, 1_000) })),
});

test('pages are the whole conversation, without gaps and doubles, in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(simulatedEvent, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (simulated, limit) => {
        const bot = store.freshBot();
        const history = startHistory(bot);
        const expected = new Map<number, number>();
        simulated.forEach(({ daysAgo, ms, isPress, copy }, index) => {
          const number = index + 1;
          const time = now - daysAgo * dayMs - 60_000 + ms;
          const message = { message_id: number, chat: annsChat, date: Math.floor(time / 1_000) };
          const body = isPress
            ? { callback_query: { id: `${number}`, from: ann, chat_instance: '1', data: `${number}`, message } }
            : { message: { ...message, from: ann, text: `${number}` } };
          history.update(new Date(time).toISOString(), { ...body, update_id: number }, time + 100);
          expected.set(number, time);
          if (copy === null) return;
          // The copy received first wins, with its date.
          const dated = Math.min(now, time + copy.dated * hourMs);
          history.update(new Date(dated).toISOString(), { ...body, update_id: number }, time + 100 + copy.received);
          // More than two days from the message's own date, the sender's clock is wrong; a press has no date of its own.
          const sentAt = message.date * 1_000;
          const isTrusted = isPress || Math.abs(dated - sentAt) <= 2 * dayMs;
          if (copy.received < 0) expected.set(number, isTrusted ? dated : sentAt);
        });
        // In two inserts, so that copies lie in different parts.
        const middle = Math.ceil(history.events.length / 2);
        await store.write(history.events.slice(0, middle));
        await store.write(history.events.slice(middle));

        const reading = { store, bot, user: ann.id, now };
        const describeItem = (item: { cursor: string; message_id: number }) =>
          `${item.message_id} ${item.cursor.split('-')[0]}`;
        const expectedLines = [...expected].map(([number, time]) => `${number} ${time}`).sort();

        const backwards: string[] = [];
        let page = await readConversation(reading, {}, limit);
        let oldest = page.items[0]?.cursor ?? '';
        for (;;) {
          expect(page.items.length).toBeLessThanOrEqual(limit);
          backwards.unshift(...page.items.map(describeItem));
          oldest = page.items[0]?.cursor ?? oldest;
          if (page.before === null) break;
          page = await readConversation(reading, { before: page.before }, limit);
        }
        expect(backwards.toSorted()).toEqual(expectedLines);
        const times = backwards.map((item) => Number(item.split(' ')[1]));
        expect(times).toEqual(times.toSorted((one, other) => one - other));

        const forwards: string[] = [];
        for (let after: string | null = '0-0'; after !== null; ) {
          const next = await readConversation(reading, { after }, limit);
          forwards.push(...next.items.map(describeItem));
          after = next.after;
        }
        expect(forwards.toSorted()).toEqual(expectedLines);
      },
    ),
    { numRuns: 12, seed: 7 },
  );
}, 120_000);
