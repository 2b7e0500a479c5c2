import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../../platform/time-units.ts';
import { createCampaignSender } from '../run-campaigns.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from '../test-campaigns.ts';

const metadata = testMetadata();
const quietHours = { from: '22:00', to: '08:00', time_zone: 'UTC', in_users_zone: true };
const evening = Date.parse('2026-03-02T21:00:00Z');
let telegram: SimulatedTelegram;
let bots = 0;
beforeAll(async () => {
  telegram = await startSimulatedTelegram({ seed: 'own quiet hours' });
});
afterAll(() => telegram.stop());

/** Six users, in turn at +01:00, of an unknown time zone, and at -02:00; a clock that tests move; a sender. */
async function world(zones: readonly (string | undefined)[] = ['+01:00', undefined, '-02:00']) {
  bots += 1;
  const key = `oq${String(bots).padStart(11, '0')}`;
  const { db } = metadata();
  await insertBot(db, key);
  const bot = telegram.addBot({ username: `own_quiet${bots}_bot` });
  const users = Array.from({ length: 6 }, (_, index) => {
    const user = telegram.user({ first_name: `P${index}`, bot });
    user.sends('/start');
    return user.id;
  }).sort((one, other) => one - other);
  const began = Date.now();
  let hours = 0;
  // The pace of sending needs a clock that runs.
  const now = (): number => evening + hours * hourMs + Date.now() - began;
  const findZone = (id: number): [number, string][] => {
    const zone = zones[users.indexOf(id) % zones.length];
    return zone === undefined ? [] : [[id, zone]];
  };
  const sender = createCampaignSender({
    ...senderDeps({ db, apiRoot: telegram.url, token: bot.token, audience: () => users, maxSpeed: 200 }),
    zonesOf: async (_: string, ids: readonly number[]) => new Map(ids.flatMap(findZone)),
    clock: now,
  });
  const work = sender.start();
  return {
    db,
    key,
    users,
    sender,
    work,
    async start(sendingOptions: Parameters<typeof insertCampaign>[2]['sending']): Promise<number> {
      const fast = { speed: 200, interval_cap: 200, quiet: quietHours, ...sendingOptions };
      const id = await insertCampaign(db, key, { message: { text: 'Hi' }, sending: fast, status: 'Draft' });
      await db
        .updateTable('campaigns')
        .set({ status: 'In_progress', started_at: new Date(now()) })
        .where('campaign_id', '=', id)
        .execute();
      sender.wake(key);
      return id;
    },
    reached: (): number[] => users.filter((id) => bot.calls.some(({ params }) => Number(params.chat_id) === id)),
    calls: (): number => bot.calls.filter(({ params }) => users.includes(Number(params.chat_id))).length,
    of: (...groups: number[]) => users.filter((_, index) => groups.includes(index % zones.length)),
    at(to: number): void {
      hours = to;
      sender.wake(key);
    },
  };
}
const slow = { timeout: 30_000 };

it('hold back those for whom it is quiet, and nobody else', async () => {
  const one = await world();
  const id = await one.start({});
  // 21:00 UTC is 22:00 at +01:00.
  await expect.poll(one.reached, slow).toEqual(one.of(1, 2));
  expect(await loadStatus(one.db, id)).toMatchObject({ status: 'In_progress' });
  // 07:59 there.
  one.at(10 - 1 / 60);
  await expect.poll(async () => (await loadCounts(one.db, id)).kept.waiting, slow).toBe(2);
  expect(one.reached()).toEqual(one.of(1, 2));
  one.at(10);
  await expect.poll(async () => (await loadStatus(one.db, id)).status, slow).toBe('Done');
  expect([one.reached(), one.calls()]).toEqual([one.users, 6]);
  await one.work.close();
}, 120_000);

it('are those of the settings for users whose zone is not known', async () => {
  const one = await world();
  one.at(1.5);
  // 22:30 UTC, 23:30 and 20:30.
  const id = await one.start({});
  await expect.poll(one.reached, slow).toEqual(one.of(2));
  one.at(11);
  await expect.poll(async () => (await loadStatus(one.db, id)).status, slow).toBe('Done');
  expect(one.calls()).toBe(6);
  await one.work.close();
}, 120_000);

it('come first where the own time of a user lies in them', async () => {
  const one = await world();
  // 23:00 of everyone's own day: 08:00 on the next one, which is 07:00, 08:00 and 10:00 UTC.
  const id = await one.start({ user_time: { date: '2026-03-02', time: '23:00', time_zone: 'UTC' } });
  const times = () =>
    one.db
      .selectFrom('campaign_user_times')
      .select('send_at')
      .where('campaign_id', '=', id)
      .orderBy('send_at')
      .execute();
  await expect
    .poll(async () => (await times()).map(({ send_at }) => send_at.toISOString().slice(11, 16)), slow)
    .toEqual(['07:00', '08:00', '10:00']);
  one.at(11);
  await expect.poll(one.reached, slow).toEqual(one.of(0, 1));
  one.at(13);
  await expect.poll(async () => (await loadStatus(one.db, id)).status, slow).toBe('Done');
  expect(one.calls()).toBe(6);
  await one.work.close();
}, 120_000);
