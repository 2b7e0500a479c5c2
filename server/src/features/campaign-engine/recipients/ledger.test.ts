import { describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { createSenders, leaseMs } from '../senders.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus } from '../test-campaigns.ts';
import { createSendingLedger } from './ledger.ts';
import type { Settlement } from './settle-recipients.ts';

describe.each(testEngines)('the ledger of campaigns on $name', (engine) => {
  const metadata = testMetadata(engine);
  let now = Date.UTC(2026, 10, 23, 12);
  const clock = () => now;
  let number = 0;

  /** A bot with a campaign to users 1 to `users`, and two processes that want to send it. */
  async function world(users: number) {
    number += 1;
    const bot = `ledger${String(number).padStart(7, '0')}`;
    const { db } = metadata();
    await insertBot(db, bot);
    const id = await insertCampaign(db, bot, {});
    const createProcess = (instance: string, run: string) => {
      const senders = createSenders({ db, instance, run, now: clock });
      return { ...senders, ledger: createSendingLedger(db, senders.isOurs, clock) };
    };
    const one = createProcess('one', 'a');
    const lease = await one.take(bot);
    if (lease === null) throw new Error('nobody has it');
    const userIds = Array.from({ length: users }, (_, index) => index + 1);
    await one.ledger.prepare(id, userIds);
    await one.ledger.prepared(id);
    /** total = delivered + not_delivered + waiting + cancelled, and as the rows are. */
    const counts = async (): Promise<string> => {
      const { kept, counted } = await loadCounts(db, id);
      expect(kept).toEqual(counted);
      expect(kept.total).toBe(kept.delivered + kept.not_delivered + kept.waiting + kept.cancelled);
      const { delivered, not_delivered, unknown, waiting, cancelled } = kept;
      return `${delivered} delivered, ${not_delivered} not (${unknown} unknown), ${waiting} waiting, ${cancelled} cancelled`;
    };
    const settle = (fence: number, ...settlements: Settlement[]) => one.ledger.settle(fence, id, settlements);
    return {
      db,
      bot,
      id,
      one,
      lease,
      ledger: one.ledger,
      other: createProcess('two', 'b'),
      processOf: createProcess,
      counts,
      settle,
    };
  }

  it('writes recipients down once, however often a chunk comes, and goes on from where it was', async () => {
    const { ledger, db, bot, counts } = await world(0);
    const id = await insertCampaign(db, bot, {});
    expect(await ledger.prepare(id, [1, 2, 3])).toBe(true);
    expect(await ledger.prepare(id, [1, 2, 3])).toBe(true);
    expect(await ledger.prepare(id, [3, 4, 9])).toBe(true);
    expect((await loadCounts(db, id)).kept).toMatchObject({ total: 5, waiting: 5 });
    await ledger.prepared(id);
    expect(await ledger.prepare(id, [10])).toBe(false);
    expect((await ledger.page(id, { limit: 10 })).map(({ user_id }) => Number(user_id))).toEqual([1, 2, 3, 4, 9]);
    expect(await counts()).toBe('0 delivered, 0 not (0 unknown), 0 waiting, 0 cancelled');
  });

  it('counts every outcome where it belongs', async () => {
    const { lease, ledger, id, counts, settle } = await world(6);
    const recipients = await ledger.claim(lease, id, 5, 0);
    expect(recipients).toEqual([1, 2, 3, 4, 5].map((userId) => ({ userId, attempts: 1, variant: 0 })));
    expect(await counts()).toBe('0 delivered, 0 not (0 unknown), 6 waiting, 0 cancelled');
    await settle(
      lease.fence,
      { userId: 1, status: 'Done', messageId: 70 },
      { userId: 2, status: 'Error', reason: 'blocked', description: 'Forbidden' },
      { userId: 3, status: 'Error', reason: 'no_answer' },
      { userId: 4, status: 'Cancel', reason: 'excluded' },
      { userId: 5, status: 'ForSend', waitMs: 5_000, reason: 'too_many_requests' },
    );
    expect(await counts()).toBe('1 delivered, 2 not (1 unknown), 2 waiting, 1 cancelled');
    // Repeated outcomes change nothing.
    await settle(lease.fence, { userId: 1, status: 'Done', messageId: 71 }, { userId: 2, status: 'Cancel' });
    expect(await counts()).toBe('1 delivered, 2 not (1 unknown), 2 waiting, 1 cancelled');
    expect(await ledger.claim(lease, id, 5, 0)).toEqual([{ userId: 6, attempts: 1, variant: 0 }]);
    now += 5_000;
    expect(await ledger.claim(lease, id, 5, 0)).toEqual([{ userId: 5, attempts: 2, variant: 0 }]);
    expect(await ledger.reasons(id)).toEqual([
      { reason: 'blocked', count: 1 },
      { reason: 'excluded', count: 1 },
      { reason: 'no_answer', count: 1 },
    ]);
    expect((await ledger.page(id, { group: 'unknown', limit: 10 })).map(({ user_id }) => Number(user_id))).toEqual([3]);
    expect((await ledger.page(id, { group: 'not_delivered', after: 2, limit: 10 })).length).toBe(1);
  });

  it('claims nothing once the campaign is stopped, or another process has the lease', async () => {
    const { db, bot, lease, ledger, id, one, other } = await world(3);
    expect(await other.take(bot)).toBeNull();
    await db.updateTable('campaigns').set({ status: 'Cancel' }).where('campaign_id', '=', id).execute();
    expect(await ledger.claim(lease, id, 5, 0)).toEqual([]);
    await db.updateTable('campaigns').set({ status: 'In_progress' }).where('campaign_id', '=', id).execute();
    now += leaseMs + 1;
    const otherLease = await other.take(bot);
    expect(otherLease).toMatchObject({ fence: lease.fence + 1 });
    expect(await ledger.claim(lease, id, 5, 0)).toEqual([]);
    expect(
      await one.keep(lease, { limitedMs: 0, outage: { openings: 0, waitMs: 0 }, rate: null, unrecordedMs: 0 }),
    ).toBe(false);
  });

  it('calls unknown what a dead sender has left, and takes its answer where it was only slow', async () => {
    const { bot, lease, ledger, id, processOf, counts, settle } = await world(4);
    await ledger.claim(lease, id, 3, 0);
    // Another run on the same data directory does not wait for the end of the lease.
    const nextRun = processOf('one', 'c');
    const nextLease = await nextRun.take(bot);
    if (nextLease === null) throw new Error('an earlier run of the instance is dead');
    await nextRun.ledger.recover(nextLease);
    expect(await counts()).toBe('0 delivered, 3 not (3 unknown), 1 waiting, 0 cancelled');
    await settle(lease.fence, { userId: 1, status: 'Done', messageId: 5 }, { userId: 2, status: 'ForSend' });
    expect(await counts()).toBe('1 delivered, 2 not (2 unknown), 1 waiting, 0 cancelled');
    // Its fence is on its own rows only.
    await nextRun.ledger.claim(nextLease, id, 5, 0);
    await settle(lease.fence, { userId: 4, status: 'Done', messageId: 6 });
    expect(await counts()).toBe('1 delivered, 2 not (2 unknown), 1 waiting, 0 cancelled');
  });

  it('finishes for those who wait, and settles what is on its way', async () => {
    const { db, lease, ledger, id, counts, settle } = await world(5);
    await ledger.claim(lease, id, 2, 0);
    expect(await ledger.finish(id, ['Cancel', 'Error'])).toBe(false);
    expect(await ledger.finish(id)).toBe(true);
    expect(await counts()).toBe('0 delivered, 0 not (0 unknown), 2 waiting, 3 cancelled');
    await settle(lease.fence, { userId: 1, status: 'Done', messageId: 5 }, { userId: 2, status: 'ForSend' });
    expect(await counts()).toBe('1 delivered, 0 not (0 unknown), 0 waiting, 4 cancelled');
    expect((await loadStatus(db, id)).status).toBe('Done');
    expect(await ledger.finish(id)).toBe(false);
  });

  it('repeats one group of a finished campaign, and a decision stands against a late answer', async () => {
    const { db, lease, ledger, id, counts, settle } = await world(3);
    await ledger.claim(lease, id, 3, 0);
    expect(await ledger.repeat(id, 'unknown')).toBe(false);
    await settle(
      lease.fence,
      { userId: 1, status: 'Error', reason: 'interrupted' },
      { userId: 2, status: 'Error', reason: 'blocked' },
      { userId: 3, status: 'Done', messageId: 5 },
    );
    await ledger.finish(id);
    expect(await ledger.repeat(id, 'unknown')).toBe(true);
    expect(await counts()).toBe('1 delivered, 1 not (0 unknown), 1 waiting, 0 cancelled');
    await settle(lease.fence, { userId: 1, status: 'Done', messageId: 9 });
    expect(await counts()).toBe('1 delivered, 1 not (0 unknown), 1 waiting, 0 cancelled');
    expect((await loadStatus(db, id)).status).toBe('In_progress');
    await ledger.finish(id);
    expect(await ledger.repeat(id, 'not_delivered')).toBe(true);
    expect(await counts()).toBe('1 delivered, 0 not (0 unknown), 1 waiting, 1 cancelled');
  });

  it('erases users from the rows and the counts', async () => {
    const { bot, lease, ledger, id, counts, settle } = await world(4);
    await ledger.claim(lease, id, 2, 0);
    await settle(
      lease.fence,
      { userId: 1, status: 'Done', messageId: 5 },
      { userId: 2, status: 'Error', reason: 'no_answer' },
    );
    expect(await ledger.erase(bot, [1, 2, 3, 99])).toBe(3);
    expect(await counts()).toBe('0 delivered, 0 not (0 unknown), 1 waiting, 0 cancelled');
    expect(await ledger.erase(bot, [1, 2, 3])).toBe(0);
    expect(await ledger.erase('otherbot00000', [4])).toBe(0);
  });

  it('finds the outcomes stored since a moment, for the analytics', async () => {
    const { bot, lease, ledger, id, settle } = await world(3);
    await ledger.claim(lease, id, 3, 0);
    await settle(lease.fence, { userId: 1, status: 'Done', messageId: 5 });
    now += 60_000;
    await settle(lease.fence, { userId: 2, status: 'Error', reason: 'blocked' });
    const since = new Date(now - 1_000);
    const outcome = {
      bot,
      campaignId: id,
      userId: 2,
      status: 'Error',
      reason: 'blocked',
      at: now,
      messageId: 0,
      variant: 0,
      language: '',
    };
    expect(await ledger.outcomesSince(bot, since, { campaignId: 0, userId: 0 })).toEqual([outcome]);
    expect(await ledger.outcomesSince(bot, since, outcome)).toEqual([]);
  });
});
