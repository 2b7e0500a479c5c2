import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRecentHits, type RecentHits } from '../../ingest/hits/recent-hits.ts';
import { type HitNote, takenWhole } from '../../ingest/hits/take-hits.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { createListeners } from '../../platform/bus/listeners.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { describeHits } from './describe-hits.ts';
import { createPageStore, type StoredPage } from './page-store.ts';

const metadata = testMetadata();
const bot = 'abcdef0123456';
const logger = pino({ level: 'silent' });
let app: StoredPage<'app'>;
let clock = Date.parse('2026-03-01T10:00:00Z');

/** Processes whose messages reach each other, each knowing which are its own. */
function startBuses(): [Bus, Bus] {
  const ends = [0, 1].map(() => createListeners((error) => expect(error).toBeUndefined()));
  const createBus = (ownIndex: number): Bus => ({
    subscribe: (ends[ownIndex] as (typeof ends)[0]).subscribe,
    watch: (ends[ownIndex] as (typeof ends)[0]).watch,
    publish(topic, key) {
      for (const [index, end] of ends.entries()) end.deliver({ topic, key }, index === ownIndex);
    },
  });
  return [createBus(0), createBus(1)];
}

const openHits: RecentHits[] = [];
function start(bus: Bus, instanceId: string): RecentHits {
  const recentHits = createRecentHits({
    db: metadata().db,
    bus,
    instanceId,
    logger,
    now: () => clock,
  });
  openHits.push(recentHits);
  return recentHits;
}
afterEach(() => {
  for (const one of openHits.splice(0)) one.close();
});

beforeAll(async () => {
  const { db } = metadata();
  const columns = { bot_name: 'shop_bot', username: 'shop_bot', account_key: null, api_key_hash: '' };
  await db
    .insertInto('bots')
    .values({ key: bot, ...columns })
    .execute();
  const row = { bot, name: 'shop', key: 'ab'.repeat(16), places: [], options: null, createdAt: new Date() };
  app = await createPageStore(db, 'app').insert(row);
});

function note(name: string) {
  clock += 1_000;
  const hit = { id: '0', name, deviceTime: clock, path: '/', category: '', value: null, unit: '', props: {} };
  const page = { host: '', referrer: '', campaign: {}, width: '', hasConsented: false, proof: '' } as const;
  const request = { key: '', page, script: '1', sentAt: clock, initData: '', launchName: 'cd'.repeat(16), ticket: '' };
  const launch = { launch: request.launchName, proven: null, startParam: '', allowedAt: null };
  const hitNote: HitNote = {
    ...{ page: app, receivedAt: clock, outcome: { ...takenWhole, launch: { ...launch, problem: 'NoInitData' } } },
    from: { address: '', origin: 'https://app.example.com', userAgent: '', wantsPrivacy: false },
    request: { ...request, platform: 'ios', version: '8.0', hits: [hit], bad: [] },
  };
  return describeHits(hitNote);
}
const names = async (hits: RecentHits) => (await hits.list(app)).map(({ name }) => name);

describe('the last hits of an app', () => {
  it('are the fifty newest, from memory', async () => {
    const [bus] = startBuses();
    const localHits = start(bus, 'here');
    for (let index = 0; index < 60; index += 1) localHits.note(app, note(`hit ${index}`));
    const hits = await localHits.list(app);
    expect(hits).toHaveLength(50);
    expect(hits[0]).toMatchObject({ name: 'hit 59', launch: 'cdcdcdcd', problem: 'NoInitData', user_id: null });
    expect(hits.at(-1)?.name).toBe('hit 10');
    expect(await metadata().db.selectFrom('page_recent_hits').selectAll().execute()).toEqual([]);
  });

  it('include those of another process with the next question', async () => {
    const [localBus, peerBus] = startBuses();
    const [localHits, remoteHits] = [start(localBus, 'here'), start(peerBus, 'there')];
    localHits.note(app, note('here'));
    remoteHits.note(app, note('there'));
    await names(localHits);
    await vi.waitFor(async () => expect(await names(localHits)).toEqual(['there', 'here']));
    remoteHits.note(app, note('later'));
    await vi.waitFor(async () => expect(await names(localHits)).toEqual(['later', 'there', 'here']));
    expect(await remoteHits.forgetOld(clock + 3_600_001)).toBe(1);
  });

  it('are gone when users of the bot are erased', async () => {
    const [bus] = startBuses();
    const localHits = start(bus, 'here');
    localHits.note(app, note('old'));
    bus.publish('erasures-changed', bot);
    expect(await names(localHits)).toEqual([]);
  });
});
