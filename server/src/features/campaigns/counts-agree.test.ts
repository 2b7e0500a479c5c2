import type { Campaign, RecipientCounts } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadCounts } from '../campaign-engine/test-campaigns.ts';
import { dataOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

/*
 * A campaign's numbers are in four places: its page, the rows of the ledger, the outcomes in the event store, and the file
 * of its recipients. While it is sent each place may only be ahead of those that are read before it; when it stands
 * still, all four say the same.
 */
let world: WritingWorld;
const users = 40;
const userIds = Array.from({ length: users }, (_, index) => 70_000 + index);
const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);

beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker', MAILING_MAX_SPEED: '20' });
  const { bots, store } = world.server.services;
  const bot = await bots.byKey(world.key);
  for (const id of userIds) world.telegram.user({ first_name: `P${id}`, id, bot: world.bot }).sends('/start');
  expect(bot).not.toBeNull();
  const sql = 'SELECT uniqExact(user_id) AS users FROM users WHERE bot = {bot:String}';
  const countQuery = { sql, params: { bot: world.key }, bot: world.key };
  await vi.waitFor(async () => expect((await store.query<{ users: number }>(countQuery))[0]?.users).toBe(users + 1), {
    timeout: 60_000,
  });
}, 180_000);
afterAll(() => world.close());

/** Ended recipients as the event store has them. */
async function countOutcomes(id: number): Promise<{ delivered: number; not_delivered: number }> {
  const [row] = await world.server.services.store.query<{ delivered: number; not_delivered: number }>({
    sql: `SELECT countIf(status = 'Done') AS delivered, countIf(status = 'Error') AS not_delivered
      FROM campaign_outcomes FINAL WHERE bot = {bot:String} AND campaign_id = {id:UInt32}`,
    params: { bot: world.key, id },
    bot: world.key,
  });
  return { delivered: Number(row?.delivered), not_delivered: Number(row?.not_delivered) };
}

async function file(id: number): Promise<RecipientCounts> {
  const cookie = [...world.owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const answer = await fetch(`${world.server.url}${botPath(`/campaigns/${id}/recipients.csv`)}`, {
    headers: { cookie },
  });
  const lines = (await answer.text()).trim().split('\r\n');
  const place = (lines[0] ?? '').split(',').indexOf('status');
  const statuses = lines.slice(1).map((line) => line.split(',')[place] ?? '');
  const count = (...groupStatuses: string[]): number =>
    statuses.filter((status) => groupStatuses.includes(status)).length;
  return {
    total: statuses.length,
    delivered: count('Done'),
    not_delivered: count('Error'),
    unknown: 0,
    waiting: count('ForSend', 'In_progress'),
    cancelled: count('Cancel'),
  };
}
const page = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));

it('the page, the ledger, the events and the file agree at every look', async () => {
  const { db } = world.server.services.metadata;
  // Some have left without the bot noticing, and Telegram takes its time.
  for (const id of userIds.filter((one) => one % 7 === 0)) world.bot.deactivate(id);
  world.bot.script({ method: 'sendMessage', outcome: { slow: 40 }, times: 1_000 });
  const audience = { kind: 'ids', user_ids: userIds };
  const { campaign_id: id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience }));
  const sendingOptions = { speed: 20, interval_cap: 20 };
  const { revision } = dataOf<Campaign>(
    await post(`/campaigns/${id}`, { revision: 1, message: { text: 'News' }, sending: sendingOptions }),
  );
  expect((await post(`/campaigns/${id}/run`, { revision })).status).toBe(200);

  const countEnded = ({ delivered, not_delivered }: { delivered: number; not_delivered: number }) =>
    delivered + not_delivered;
  let looks = 0;
  for (let status = 'In_progress'; status !== 'Done'; looks += 1) {
    const events = await countOutcomes(id);
    const inFile = await file(id);
    const { kept } = await loadCounts(db, id);
    const { counts, status: now } = await page(id);
    for (const one of [inFile, kept, counts])
      expect(one.total).toBe(one.delivered + one.not_delivered + one.waiting + one.cancelled);
    const order = [events, inFile, kept, counts].map(countEnded);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    status = now;

    if (looks % 4 === 3 && status === 'In_progress') {
      await post(`/campaigns/${id}/stop`);
      // Messages on their way arrive; then nothing moves.
      let [before, after] = [-1, 0];
      const look = async (): Promise<void> => {
        before = after;
        after = countEnded(await countOutcomes(id));
      };
      await expect
        .poll(
          async () => {
            await look();
            return before === after && after === countEnded((await page(id)).counts);
          },
          { interval: 300 },
        )
        .toBe(true);
      const settledCampaign = await page(id);
      const ledger = await loadCounts(db, id);
      expect(ledger.counted).toEqual(ledger.kept);
      expect(await file(id)).toEqual(settledCampaign.counts);
      expect(ledger.kept).toEqual(settledCampaign.counts);
      expect(await countOutcomes(id)).toEqual({
        delivered: settledCampaign.counts.delivered,
        not_delivered: settledCampaign.counts.not_delivered,
      });
      await post(`/campaigns/${id}/resume`);
    }
  }
  expect(looks).toBeGreaterThan(3);
  await expect.poll(async () => countEnded(await countOutcomes(id))).toBe(users);
  const { counts } = await page(id);
  expect(await file(id)).toEqual(counts);
  expect(counts).toMatchObject({ total: users, not_delivered: userIds.filter((one) => one % 7 === 0).length });
}, 180_000);
