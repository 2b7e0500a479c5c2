import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../../platform/time-units.ts';
import { createUserTimes } from '../../campaigns/present-campaign.ts';
import { createLedger, createSendingLedger } from '../recipients/ledger.ts';
import { createCampaignSender } from '../run-campaigns.ts';
import { createSenders } from '../senders.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from '../test-campaigns.ts';

const metadata = testMetadata();
let number = 0;
const freshBot = async (): Promise<string> => {
  number += 1;
  const key = `ti${String(number).padStart(11, '0')}`;
  await insertBot(metadata().db, key);
  return key;
};
const userTime = (moment: number) => ({
  user_time: {
    date: new Date(moment).toISOString().slice(0, 10),
    time: new Date(moment).toISOString().slice(11, 16),
    time_zone: 'UTC',
  },
});

describe('the ledger of a campaign by users’ own time', () => {
  const noon = Date.parse('2026-03-02T12:00:00Z');

  async function world() {
    const { db } = metadata();
    const key = await freshBot();
    let now = noon;
    const senders = createSenders({ db, instance: 'test', run: 'only', now: () => now });
    const ledger = createSendingLedger(db, senders.isOurs, () => now);
    const id = await insertCampaign(db, key, { sending: userTime(noon) });
    // Later ids are due earlier.
    const sendAt = (userId: number) => ({ at: noon + (4 - userId) * hourMs, zone: null });
    await ledger.prepare(id, [1, 2, 3, 4], undefined, sendAt);
    await ledger.prepared(id);
    const lease = await senders.take(key);
    if (lease === null) throw new Error('someone else sends');
    const { fence } = lease;
    const claim = async (count = 10) => {
      // Hours pass: the lease is prolonged meanwhile.
      await senders.keep(lease, { limitedMs: 0, outage: { openings: 0, waitMs: 0 }, rate: null, unrecordedMs: 0 });
      return (await ledger.claim(lease, id, count, 0, { isTimed: true })).map(({ userId }) => userId);
    };
    const pass = (ms: number): void => {
      now += ms;
    };
    return { db, id, ledger, fence, claim, sendAt, pass, now: () => now };
  }

  it('gives those whose time has come, and nobody before', async () => {
    const { ledger, id, claim, pass } = await world();
    expect(await claim()).toEqual([4]);
    expect(await claim()).toEqual([]);
    expect(await ledger.nextTime(id)).toBe(noon + hourMs);
    pass(hourMs - 1);
    expect(await claim()).toEqual([]);
    pass(1);
    expect(await claim()).toEqual([3]);
    pass(5 * hourMs);
    expect(await claim(1)).toEqual([2]);
    expect(await claim()).toEqual([1]);
    expect(await ledger.nextTime(id)).toBeNull();
  });

  it('knows how many wait for their time, also when a chunk is prepared again', async () => {
    const { db, ledger, id, sendAt, pass, now } = await world();
    const userTimes = createUserTimes(db);
    const iso = (hours: number) => new Date(noon + hours * hourMs).toISOString();
    expect(await userTimes(id, now())).toEqual({ waiting: 3, next_at: iso(1), last_at: iso(3) });
    await ledger.prepare(id, [1, 2, 3, 4], undefined, sendAt);
    pass(2 * hourMs);
    expect(await userTimes(id, now())).toEqual({ waiting: 1, next_at: iso(3), last_at: iso(3) });
    pass(hourMs);
    expect(await userTimes(id, now())).toBeNull();
  });

  it('keeps the time of who is put back, and sends again at once to whom it did not reach', async () => {
    const { db, ledger, id, claim, fence } = await world();
    expect(await claim()).toEqual([4]);
    await ledger.settle(fence, id, [{ userId: 4, status: 'ForSend' }]);
    expect(await claim()).toEqual([4]);
    await ledger.settle(fence, id, [{ userId: 4, status: 'Error', reason: 'blocked' }]);
    await ledger.finish(id);
    await ledger.repeat(id, 'not_delivered');
    expect(await claim()).toEqual([4]);
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ total: 4, waiting: 1, cancelled: 3 });
  });

  it('is finished for those whose time has not come', async () => {
    const { db, ledger, id } = await world();
    expect(await ledger.finish(id)).toBe(true);
    expect(await createLedger(db).reasons(id)).toEqual([{ reason: 'finished', count: 4 }]);
  });
});

describe('a campaign by users’ own time', () => {
  let telegram: SimulatedTelegram;
  beforeAll(async () => {
    telegram = await startSimulatedTelegram({ seed: 'own time' });
  });
  afterAll(() => telegram.stop());

  it('is sent to each when their time comes, stops and goes on, and ends with the last', async () => {
    const { db } = metadata();
    const key = await freshBot();
    const bot = telegram.addBot({ username: `own_time${number}_bot` });
    const users = Array.from({ length: 9 }, (_, index) => {
      const user = telegram.user({ first_name: `P${index}`, bot });
      user.sends('/start');
      return user.id;
    }).sort((one, other) => one - other);
    const zones = ['+01:00', 'UTC', '-02:00'] as const;
    const deps = {
      ...senderDeps({ db, apiRoot: telegram.url, token: bot.token, audience: () => users, maxSpeed: 200 }),
      zonesOf: async (_: string, ids: readonly number[]) =>
        new Map(ids.map((id) => [id, zones[users.indexOf(id) % zones.length] ?? 'UTC'])),
    };
    const sender = createCampaignSender(deps);
    const work = sender.start();
    // In UTC it is that time in an hour: at +01:00 now, at -02:00 in three hours.
    const sendingOptions = { ...userTime(Date.now() + hourMs), speed: 200, interval_cap: 200 };
    const id = await insertCampaign(db, key, { message: { text: 'Good morning' }, sending: sendingOptions });
    sender.wake(key);
    const listDelivered = (): number[] =>
      users.filter((id) => bot.calls.some(({ params }) => Number(params.chat_id) === id));
    // Each once.
    const calls = (): number => bot.calls.filter(({ params }) => users.includes(Number(params.chat_id))).length;
    const usersOfGroups = (...groups: number[]) => users.filter((_, index) => groups.includes(index % zones.length));
    const setStatus = async (status: 'Cancel' | 'In_progress'): Promise<void> => {
      await db.updateTable('campaigns').set({ status }).where('campaign_id', '=', id).execute();
      sender.wake(key);
    };
    await expect.poll(listDelivered, { timeout: 20_000 }).toEqual(usersOfGroups(0));
    expect(await loadStatus(db, id)).toMatchObject({ status: 'In_progress' });
    expect(await createUserTimes(db)(id, Date.now())).toMatchObject({ waiting: 6 });
    // The next group's time comes while it is stopped, the last one's two seconds after it goes on.
    await setStatus('Cancel');
    const comes = async (group: number, sendTime: number): Promise<void> => {
      const theirs = db.updateTable('campaign_recipients').where('campaign_id', '=', id);
      await theirs
        .where('user_id', 'in', usersOfGroups(group))
        .set({ send_at: new Date(sendTime) })
        .execute();
    };
    await comes(1, Date.now() - 1_000);
    await comes(2, Date.now() + 2_000);
    expect(listDelivered()).toEqual(usersOfGroups(0));
    await setStatus('In_progress');
    await expect.poll(listDelivered, { timeout: 20_000 }).toEqual(usersOfGroups(0, 1));
    await expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 20_000 }).toBe('Done');
    expect(listDelivered()).toEqual(users);
    expect(calls()).toBe(users.length);
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual({ total: 9, delivered: 9, not_delivered: 0, unknown: 0, waiting: 0, cancelled: 0 });
    expect(counted).toEqual(kept);
    await work.close();
  }, 120_000);
});
