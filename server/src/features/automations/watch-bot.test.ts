import type { SegmentRules } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { hourMs, minuteMs } from '../../platform/time-units.ts';
import { createEraseRuns } from './erase-runs.ts';
import { automationWorld, command, onCommand } from './test-automations.ts';

const metadata = testMetadata();
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());
const world = () => automationWorld(metadata().db, store);

describe('a trigger', () => {
  it('leads to one message after its delay, however often it is seen and delivered', async () => {
    const one = await world();
    const id = await one.automation({ trigger: onCommand('/buy'), delay_minutes: 30 });
    one.at(10);
    const event = one.event(7, command('/buy'));
    await store.write([event]);
    await one.does(8, command('/help'));
    for (const minute of [10, 11, 39]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    expect(one.sent).toEqual([]);
    await store.write([{ ...event, receivedAt: one.now() }]);
    for (const minute of [40, 41, 200]) {
      one.at(minute);
      await one.look({ events: 'deep' });
      await one.deliver();
    }
    expect(one.said()).toEqual(['7 at 40']);
    expect((await one.statistics(id)).totals).toMatchObject({ triggered: 1, delivered: 1 });
  });

  it('is ignored before the start and during a stop; what was triggered before goes on', async () => {
    const one = await world();
    await one.does(1, command('/buy'));
    one.at(1);
    const id = await one.automation({ trigger: onCommand('/buy'), delay_minutes: 60 });
    one.at(2);
    await one.does(2, command('/buy'));
    await one.look();
    await one.stop(id);
    one.at(5);
    await one.does(3, command('/buy'));
    one.at(90);
    await one.look();
    await one.deliver();
    await one.resume(id);
    await one.does(4, command('/buy'));
    for (const minute of [91, 151]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    expect(one.said()).toEqual(['2 at 91', '4 at 151']);
  });

  it('that is found too late is skipped, and counted with its reason', async () => {
    const one = await world();
    const id = await one.automation({ trigger: onCommand('/buy'), delay_minutes: 10 }, { not_after_hours: 2 });
    await one.does(1, command('/buy'));
    one.at(60);
    await one.does(2, command('/buy'));
    // Down for two hours and a half.
    one.at(150);
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['2 at 150']);
    const { totals, skipped } = await one.statistics(id);
    expect(totals).toMatchObject({ triggered: 2, delivered: 1, skipped: 1 });
    expect(skipped).toEqual([{ reason: 'late', count: 1 }]);
  });

  it('is cancelled if its message could not be sent in time', async () => {
    const one = await world();
    const id = await one.automation({ trigger: onCommand('/buy') });
    await one.does(1, command('/buy'));
    await one.look();
    await one.stop(id);
    one.at(121);
    await one.resume(id);
    // The sender is faster than the watcher.
    await one.deliver();
    await one.look();
    await one.deliver();
    expect(one.sent).toEqual([]);
    const { totals, campaign } = await one.statistics(id);
    expect(totals).toMatchObject({ triggered: 1, cancelled: 1 });
    expect(campaign).toMatchObject({ total: 1, cancelled: 1, waiting: 0 });
  });

  it('received long after it happened counts, and one that reaches the store a day later too', async () => {
    const one = await world();
    await one.automation({ trigger: onCommand('/buy'), delay_minutes: 3 * 1_440 });
    one.at(1);
    const spooled = one.event(2, command('/buy'));
    await one.look();
    one.at(600);
    await one.does(1, { ...command('/buy'), time: one.now() - 5 * hourMs, receivedAt: one.now() });
    await one.look();
    one.at(1_400);
    await store.write([spooled]);
    await one.look();
    await one.look({ events: 'deep' });
    for (const minute of [4_321, 4_620]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    expect(one.said()).toEqual(['2 at 4321', '1 at 4620']);
  });

  it.each([
    ['set back by ten minutes', { lookedAt: 20, receivedAt: 11, thenAt: 11 }],
    ['set back by ten minutes just before the start', { lookedAt: null, receivedAt: -9, thenAt: -9 }],
    ['ahead by ten minutes, and set right before the next look', { lookedAt: 20, receivedAt: 31, thenAt: 21 }],
    ['ahead by three days, and set right before the next look', { lookedAt: 20, receivedAt: 4_341, thenAt: 21 }],
  ])('is found at once where the clock of the machine was %s', async (_, { lookedAt, receivedAt, thenAt }) => {
    const one = await world();
    await one.automation({ trigger: onCommand('/buy') });
    if (lookedAt !== null) {
      one.at(lookedAt);
      await one.look();
    }
    // Telegram's date is right.
    const time = one.now() + minuteMs;
    one.at(receivedAt);
    await one.does(1, { ...command('/buy'), time });
    one.at(thenAt);
    await one.look();
    await one.deliver();
    expect(one.sent.map(({ user }) => user)).toEqual([1]);
  });

  it('is ignored if it comes from an upload of history', async () => {
    const one = await world();
    await one.automation({ trigger: onCommand('/buy') });
    await one.automation({ trigger: { kind: 'first_contact' } });
    one.at(30);
    await metadata()
      .db.insertInto('uploads')
      .values({
        ...{
          id: crypto.randomUUID(),
          bot_key: one.bot,
          file_name: 'a.json',
          bytes: 1,
          format: 'json',
          content: 'updates',
        },
        ...{ state: 'done', created_at: new Date(one.now()), finished_at: new Date(one.now() + minuteMs) },
        owner: crypto.randomUUID(),
      })
      .execute();
    one.at(31);
    await one.does(1, { ...command('/buy'), time: one.now() - 20 * minuteMs, receivedAt: one.now() });
    await one.does(2, { kind: 'imported', type: '', isAction: false, time: one.now() - minuteMs / 2 });
    await one.does(3, command('/buy'));
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['3 at 31', '3 at 31']);
  });
});

describe('an automation', () => {
  it('sends its message to a user once, unless it was skipped', async () => {
    const one = await world();
    await one.automation({ trigger: onCommand('/buy') });
    for (const minute of [0, 1, 2_000]) {
      one.at(minute);
      await one.does(1, command('/buy'));
      await one.look();
      await one.deliver();
    }
    expect(one.said()).toEqual(['1 at 0']);
  });

  it('sends its message each time, with a pause, if it repeats', async () => {
    const one = await world();
    const id = await one.automation({ trigger: onCommand('/buy'), repeat: 'each', pause_hours: 2 });
    for (const minute of [0, 60, 119, 120, 300]) {
      one.at(minute);
      await one.does(1, command('/buy'));
      await one.look();
      await one.deliver();
    }
    expect(one.said()).toEqual(['1 at 0', '1 at 120', '1 at 300']);
    const { totals, campaign, days } = await one.statistics(id);
    expect(totals).toMatchObject({ triggered: 3, delivered: 3 });
    expect(campaign).toMatchObject({ total: 3, delivered: 3, waiting: 0 });
    expect(days).toEqual([{ ...totals, day: '2026-06-01' }]);
    await one.ledger.erase(one.bot, [1]);
    expect(await createEraseRuns(metadata().db)(one.bot, [1])).toBe(3);
    expect((await one.statistics(id)).campaign).toMatchObject({ total: 0, delivered: 0 });
  });

  it('sends no more than the cap of all campaigns', async () => {
    const one = await world();
    const cap = { messages: 2, hours: 24 };
    const ids: number[] = [];
    for (const name of ['/a', '/b', '/c']) ids.push(await one.automation({ trigger: onCommand(name), cap }));
    await store.write(['/a', '/b', '/c'].map((name) => one.event(1, command(name))));
    await one.look();
    await one.deliver();
    expect(one.sent).toHaveLength(2);
    expect((await one.statistics(ids[2] ?? 0)).skipped).toEqual([{ reason: 'capped', count: 1 }]);
    one.at(24 * 60 + 1);
    await one.does(1, command('/c'));
    await one.look();
    await one.deliver();
    expect(one.sent).toHaveLength(3);
  });

  it('waits until quiet hours end', async () => {
    const one = await world();
    const quietHours = { from: '10:00', to: '12:00', time_zone: 'UTC' };
    await one.automation({ trigger: onCommand('/buy'), delay_minutes: 90 }, { quiet: quietHours });
    await one.does(1, command('/buy'));
    for (const minute of [90, 179, 180]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    expect(one.said()).toEqual(['1 at 180']);
  });

  it('waits for quiet hours in the user’s own time zone, where that is known', async () => {
    const one = await world();
    const quietHours = { from: '10:00', to: '12:00', time_zone: 'UTC', in_users_zone: true };
    const id = await one.automation({ trigger: onCommand('/buy'), delay_minutes: 90 }, { quiet: quietHours });
    // Due at 10:30 UTC, which is 12:30 at +02:00, and 11:00 at +00:30.
    one.zones.set(1, '+02:00').set(2, '+00:30');
    for (const user of [1, 2, 3]) await one.does(user, command('/buy'));
    for (const minute of [90, 149, 150, 179, 180]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    expect(one.said()).toEqual(['1 at 90', '2 at 150', '3 at 180']);
    const recipients = one.db
      .selectFrom('campaign_recipients')
      .select(['user_id', 'zone'])
      .where('campaign_id', '=', id);
    expect((await recipients.orderBy('user_id').execute()).map(({ zone }) => zone)).toEqual(['+02:00', '+00:30', null]);
  });
});

describe('other triggers', () => {
  it('the first contact, of those whom the bot did not know', async () => {
    const one = await world();
    await one.does(1, { ...command('/start'), time: one.now() - 90 * 24 * hourMs });
    await one.does(2, { kind: 'imported', type: '', isAction: false });
    one.at(1);
    await one.automation({ trigger: { kind: 'first_contact' } });
    one.at(2);
    await store.write([one.event(1), one.event(2), one.event(3), one.event(3), one.event(4)]);
    await one.look();
    await one.deliver();
    one.at(3);
    await store.write([one.event(3), one.event(5)]);
    await one.look({ events: 'deep' });
    await one.deliver();
    expect(one.said()).toEqual(['3 at 2', '4 at 2', '5 at 3']);
  });

  it('a payment, once however many updates say so, and a target; unless another target is reached meanwhile', async () => {
    const one = await world();
    const paid = { kind: 'message', type: 'payment', amount: 500, currency: 'XTR' } as const;
    const payload = (charge: string) =>
      JSON.stringify({ message: { successful_payment: { telegram_payment_charge_id: charge } } });
    const each = { repeat: 'each', pause_hours: 0 } as const;
    const payment = await one.automation({ trigger: { kind: 'event', event: { kind: 'payment' } }, ...each });
    const target = await one.automation({
      ...{ trigger: { kind: 'event', event: { kind: 'target', target_id: 1 } }, delay_minutes: 10, unless_target: 2 },
    });
    // A user who buys by API alone has no chat in which the bot may write.
    await store.write([one.event(2), one.event(3)]);
    one.at(1);
    const sale = { kind: 'conversion', name: '1', type: '', isAction: false, amount: 3 } as const;
    await store.write([
      ...[one.event(1, { ...paid, payload: payload('c1') }), one.event(1, { ...paid, payload: payload('c1') })],
      ...[
        one.event(1, { ...paid, payload: payload('c2') }),
        one.event(1, { ...paid, amount: -500, payload: payload('c1') }),
      ],
      ...[one.event(2, sale), one.event(3, sale)],
    ]);
    for (const minute of [1, 2, 3]) {
      one.at(minute);
      await one.look();
      await one.deliver();
    }
    expect(one.sent.filter(({ id }) => id === payment).map(({ user }) => user)).toEqual([1, 1]);
    one.at(5);
    await one.does(3, { ...paid, payload: payload('c9') });
    one.at(11);
    await one.look();
    await one.deliver();
    expect(one.sent.filter(({ id }) => id === target).map(({ user }) => user)).toEqual([2]);
    expect((await one.statistics(target)).skipped).toEqual([{ reason: 'target_reached', count: 1 }]);
  });

  it('an automation whose target is gone stops with an error, and the others go on', async () => {
    const one = await world();
    const automationId = await one.automation({
      trigger: { kind: 'event', event: { kind: 'target', target_id: 404 } },
    });
    await one.automation({ trigger: onCommand('/buy') });
    await one.does(1, command('/buy'));
    await one.look();
    await one.deliver();
    expect(one.said()).toEqual(['1 at 0']);
    expect((await one.statistics(automationId)).campaign).toMatchObject({
      status: 'Error',
      problem: 'CampaignNotReady',
    });
    // The owner is to be notified, once however often it is looked at.
    await one.look();
    const ends = one.db.selectFrom('campaign_ends').select(['campaign_id', 'how', 'description']);
    expect(await ends.where('bot_key', '=', one.bot).execute()).toEqual([
      { campaign_id: automationId, how: 'paused', description: '' },
    ]);
  });

  it('an automation whose segment is gone stops as well', async () => {
    const one = await world();
    const rules: SegmentRules = { match: 'all', rules: [{ kind: 'segment', segment_id: 404, not: false }] };
    const automationId = await one.automation({ trigger: { kind: 'segment', rules, with_members: false } });
    await one.look();
    await one.look();
    expect((await one.statistics(automationId)).campaign).toMatchObject({
      status: 'Error',
      problem: 'CampaignNotReady',
    });
    const ends = one.db.selectFrom('campaign_ends').select(['campaign_id', 'how']).where('bot_key', '=', one.bot);
    expect(await ends.execute()).toEqual([{ campaign_id: automationId, how: 'paused' }]);
  });
});
