import type { Event, SegmentRules } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import { automationWorld, command, onCommand } from './test-automations.ts';

const metadata = testMetadata();
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());
const world = () => automationWorld(metadata().db, store);

/** Ways to meet the bot without opening its chat. */
const group = { chatId: -1_001_000_000_007, chatType: 'supergroup' } as const;
const inline = { kind: 'inline_query', type: 'inline', chatId: 0, chatType: 'sender', name: 'cats' } as const;
const guest = { kind: 'guest_message', ...group } as const;
const channel = {
  kind: 'message_reaction',
  type: 'reaction',
  chatId: -1_001_000_000_008,
  chatType: 'channel',
} as const;
const opening = { kind: 'hit', type: '', chatType: '', isAction: false, name: 'app_launch' } as const;
const hit = (allows: boolean) =>
  JSON.stringify({ hit: { from: { id: 1, ...(allows && { allows_write_to_pm: true }) }, auth_date: 1_780_000_000 } });

describe('a user who has never opened the chat', () => {
  it('is welcomed once, when they open it, wherever they came from before', async () => {
    const one = await world();
    const ways = [group, inline, guest, channel, { ...opening, payload: hit(false) }];
    const each = (first: number, makeEvent: (way: number) => Partial<Event>) =>
      ways.map((_, way) => one.event(first + way, makeEvent(way)));
    const elsewhere = (first: number) => each(first, (way) => ways[way] ?? {});
    // 10 to 14 were known long before.
    await store.write(elsewhere(10).map((event) => ({ ...event, time: one.now() - 90 * 24 * hourMs })));
    const id = await one.automation({ trigger: { kind: 'first_contact' } });
    const look = async (minute: number, ...events: Event[][]) => {
      one.at(minute);
      await store.write(events.flat().map((event) => ({ ...event, time: one.now(), receivedAt: one.now() })));
      await one.look({ events: 'deep' });
      await one.deliver();
    };
    await look(1, elsewhere(10), elsewhere(20));
    expect((await one.statistics(id)).totals).toMatchObject({ triggered: 0, skipped: 0 });
    // The first ones a day later, the others a month later; and 3, who comes to the chat itself.
    await look(
      1_440,
      each(10, () => command('/start')),
      [one.event(3, command('/start'))],
    );
    await look(
      1_441,
      each(10, () => command('/menu')),
      elsewhere(20),
    );
    await look(
      43_200,
      each(20, () => command('/start')),
      elsewhere(10),
      [one.event(3, group)],
    );
    await look(
      90_000,
      each(10, () => command('/start')),
      each(20, () => command('/menu')),
      [one.event(3)],
    );
    const linesAt = (minute: number, ...users: number[]) => users.map((user) => `${user} at ${minute}`);
    expect(one.said()).toEqual([...linesAt(1_440, 3, 10, 11, 12, 13, 14), ...linesAt(43_200, 20, 21, 22, 23, 24)]);
    expect((await one.statistics(id)).totals).toMatchObject({ triggered: 11, delivered: 11, skipped: 0 });
  });

  it('is welcomed as soon as they allow the bot to write in a Mini App', async () => {
    const one = await world();
    await one.automation({ trigger: { kind: 'first_contact' } });
    await one.does(1, { ...opening, payload: hit(false) });
    await one.look();
    one.at(5);
    await store.write([one.event(1, { ...opening, payload: hit(true) }), one.event(1, { ...opening, name: 'cart' })]);
    for (const minute of [5, 6]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    one.at(7);
    await one.does(1, command('/start'));
    await one.look({ events: 'deep' });
    await one.deliver();
    expect(one.said()).toEqual(['1 at 5']);
  });

  it('is not welcomed if the chat was opened before the start, nor twice by a copy with another date', async () => {
    const one = await world();
    one.at(10);
    await one.does(1, command('/start'));
    one.at(11);
    await one.automation({ trigger: { kind: 'first_contact' } });
    one.at(12);
    const startEvent = one.event(2, command('/start'));
    await store.write([startEvent, one.event(1)]);
    await one.look();
    await one.deliver();
    await store.write([{ ...startEvent, time: one.now() - 30_000, receivedAt: one.now() + 1 }]);
    one.at(13);
    await store.write([one.event(2), one.event(1)]);
    await one.look({ events: 'deep' });
    await one.deliver();
    expect(one.said()).toEqual(['2 at 12']);
  });

  it('is skipped by every other trigger, unless the chat is open when the message is due', async () => {
    const one = await world();
    const now = await one.automation({ trigger: onCommand('/buy') });
    const delayedId = await one.automation({ trigger: onCommand('/buy'), delay_minutes: 60 });
    const rules: SegmentRules = {
      match: 'all',
      rules: [{ kind: 'property', property: 'premium', not: false, values: ['yes'] }],
    };
    const segment = await one.automation({ trigger: { kind: 'segment', rules, with_members: false } });
    await one.look();
    one.at(1);
    await store.write([one.event(1, { ...command('/buy'), ...group }), one.event(2, { ...command('/buy'), ...group })]);
    await one.does(3, { ...inline, isPremium: true });
    await one.look();
    await one.deliver();
    one.at(30);
    await one.does(2, command('/start'));
    one.at(61);
    await one.look();
    await one.deliver();
    // Skipped once, and not for good.
    one.at(62);
    await one.does(1, command('/buy'));
    await one.look();
    await one.deliver();
    one.at(122);
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['2 at 61', '1 at 62', '1 at 122']);
    const loadSkips = async (id: number) => (await one.statistics(id)).skipped;
    const buildNeverOpened = (count: number) => [{ reason: 'never_opened', count }];
    expect([await loadSkips(now), await loadSkips(delayedId), await loadSkips(segment)]).toEqual([
      buildNeverOpened(2),
      buildNeverOpened(1),
      buildNeverOpened(1),
    ]);
  });
});
