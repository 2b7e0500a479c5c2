import type { Script } from '@botscope/testkit/telegram/scripted-results.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { Agent } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import { sharedCircuits } from '../../telegram/sending/circuit.ts';
import type { Work } from '../feature.ts';
import type { SenderDeps } from './engine-deps.ts';
import { createCampaignSender } from './run-campaigns.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from './test-campaigns.ts';

const metadata = testMetadata();
const users = 60;
let telegram: SimulatedTelegram;
let number = 0;
const works: Work[] = [];
beforeAll(async () => {
  telegram = await startSimulatedTelegram({ seed: 'outages' });
});
afterEach(async () => {
  await Promise.all(works.splice(0).map((work) => work.close()));
  // Otherwise the next test's processes would send them with its bot.
  await metadata().db.updateTable('campaigns').set({ status: 'Cancel' }).execute();
});
afterAll(() => telegram.stop());

/** A bot whose next calls all end in one way, and processes that send its campaign. */
async function world() {
  number += 1;
  const key = `ou${String(number).padStart(11, '0')}`;
  const { db } = metadata();
  await insertBot(db, key);
  const bot = telegram.addBot({ username: `outage${number}_bot` });
  const ids = Array.from({ length: users }, (_, index) => {
    const user = telegram.user({ first_name: `P${index}`, bot });
    user.sends('/start');
    return user.id;
  });
  /** A process has connections, and so circuits, of its own. */
  const run = (instance: string, overrides: Partial<SenderDeps> = {}): Work => {
    const dispatcher = new Agent({ connections: 100 });
    const deps = {
      ...senderDeps({ db, apiRoot: telegram.url, token: bot.token, audience: () => ids, maxSpeed: 30 }),
      instance,
      call: createCallTelegram(dispatcher, { answerMs: 2_000, uploadMs: 2_000 }),
      circuits: sharedCircuits(dispatcher),
      ...overrides,
    };
    const work = createCampaignSender(deps).start();
    works.push(work);
    return work;
  };
  const start = () => insertCampaign(db, key, { sending: { speed: 30, interval_cap: 30 } });
  const loadPause = (id: number) =>
    db
      .selectFrom('campaigns')
      .select(['paused_for', 'paused_until'])
      .where('campaign_id', '=', id)
      .executeTakeFirstOrThrow();
  const outage = () =>
    db
      .selectFrom('campaign_senders')
      .select(['outage_openings', 'limited_ms'])
      .where('bot_key', '=', key)
      .executeTakeFirst();
  return { db, key, bot, ids, run, start, stored: loadPause, outage };
}

describe('an outage of Telegram', () => {
  it.each<[string, Script['outcome']]>([
    ['a gateway without Telegram behind it', { status: 502, html: '<html>502 Bad Gateway</html>' }],
    ['a server that restarts', { code: 500, description: 'Internal Server Error: restart' }],
    ['connections that are cut', { reset: 'before' }],
  ])(
    'costs the calls on their way and its probes, and ends by itself: %s',
    async (_, outcome) => {
      const { db, bot, ids, run, start, stored } = await world();
      // Three that open the circuit, and probes; a sender that goes on uses up all of them, and then some.
      const calls = 6;
      bot.script({ method: 'sendMessage', outcome, times: calls });
      const id = await start();
      const work = run('one');
      await expect.poll(async () => (await stored(id)).paused_for, { timeout: 10_000 }).toBe('outage');
      expect((await stored(id)).paused_until).not.toBeNull();
      await expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 60_000 }).toBe('Done');
      await work.close();
      const { kept, counted } = await loadCounts(db, id);
      expect(kept).toEqual(counted);
      expect(kept).toMatchObject({ total: users, waiting: 0, cancelled: 0 });
      expect(kept.unknown).toBeLessThanOrEqual(calls);
      expect(kept.delivered).toBe(users - kept.unknown);
      expect((await stored(id)).paused_for).toBe('');
      const byUser = Map.groupBy(bot.calls, ({ params }) => Number(params.chat_id));
      expect(byUser.size).toBeLessThanOrEqual(ids.length);
      expect([...byUser.values()].filter((all) => all.length > 1)).toEqual([]);
    },
    90_000,
  );

  it.each<[string, Script['outcome'], number]>([
    // Three that open the circuit, those on their way then, and probes after 1, 2 and 4 s, where all 60 were due.
    ['a gateway without Telegram behind it', { status: 502, html: 'away' }, 12],
    // As many as are called at a time, and probes.
    ['answers that do not come', { slow: '60s' }, 33],
  ])(
    'stays small however long it is: %s',
    async (_, outcome, maxUnknown) => {
      const { db, bot, run, start } = await world();
      bot.script({ method: 'sendMessage', outcome, times: 1_000 });
      const id = await start();
      const work = run('one');
      await expect.poll(async () => (await loadCounts(db, id)).kept.unknown, { timeout: 15_000 }).toBeGreaterThan(2);
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      await work.close();
      const { kept } = await loadCounts(db, id);
      expect(kept.unknown).toBeLessThanOrEqual(maxUnknown);
      expect(kept.waiting).toBe(users - kept.unknown);
    },
    40_000,
  );

  it('is known to the next holder of the lease, which begins with one probe', async () => {
    const { db, bot, run, start, outage } = await world();
    bot.script({ method: 'sendMessage', outcome: { status: 502, html: 'away' }, times: 1_000 });
    const id = await start();
    const first = run('one');
    await expect.poll(async () => (await outage())?.outage_openings ?? 0, { timeout: 10_000 }).toBeGreaterThan(1);
    await first.close();
    const before = (await loadCounts(db, id)).kept.unknown;
    const openings = (await outage())?.outage_openings ?? 0;
    const second = run('two');
    await expect
      .poll(async () => (await outage())?.outage_openings ?? 0, { timeout: 20_000 })
      .toBeGreaterThan(openings);
    await second.close();
    expect((await loadCounts(db, id)).kept.unknown - before).toBe(1);
  }, 60_000);

  it('is notified of once it lasts half a minute, once', async () => {
    const { db, key, bot, run, start } = await world();
    bot.script({ method: 'sendMessage', outcome: { status: 502, html: 'away' }, times: 1_000 });
    const id = await start();
    // As a process that was killed after the fourth opening has left it.
    await db
      .insertInto('campaign_senders')
      .values({ bot_key: key, outage_openings: 4, outage_ms: 100, outage_until: new Date(Date.now() + 100) })
      .execute();
    const work = run('one');
    const ends = () =>
      db.selectFrom('campaign_ends').select(['campaign_id', 'how']).where('bot_key', '=', key).execute();
    await expect.poll(ends, { timeout: 10_000 }).toEqual([{ campaign_id: id, how: 'outage' }]);
    await work.close();
    const next = run('two');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await next.close();
    expect(await ends()).toEqual([{ campaign_id: id, how: 'outage' }]);
  }, 30_000);
});

describe('a limit of Telegram', () => {
  it('is stored at once: a process that dies right after it leaves it to the next one', async () => {
    const { bot, run, start, outage } = await world();
    bot.script({ method: 'sendMessage', outcome: { retryAfter: 600 }, times: 1_000 });
    await start();
    const work = run('one');
    await expect.poll(() => bot.calls.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
    // Less than the three seconds between two beats of the lease.
    await expect
      .poll(async () => Number((await outage())?.limited_ms ?? 0), { timeout: 1_500, interval: 20 })
      .toBeGreaterThan(590_000);
    await work.close();
  }, 30_000);

  it('lasts as long as Telegram said, whatever happens to the wall clock', async () => {
    const { bot, db, run, start } = await world();
    bot.script({ method: 'sendMessage', outcome: { retryAfter: 2 } });
    let jumpMs = 0;
    const time = { now: () => Date.now() + jumpMs, monotonic: () => performance.now() };
    const id = await start();
    const work = run('one', { time });
    await expect.poll(() => bot.calls.length, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
    for (const jump of [600_000, -300_000]) {
      jumpMs = jump;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    await expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 15_000 }).toBe('Done');
    await work.close();
    const [limited, ...laterTimes] = bot.calls.map(({ at }) => at.getTime());
    expect(
      Math.min(...laterTimes.filter((sentAt) => sentAt > (limited ?? 0) + 500)) - (limited ?? 0),
    ).toBeGreaterThanOrEqual(1_990);
    expect(bot.calls.filter(({ status }) => status === 200)).toHaveLength(users);
  }, 30_000);
});
