import type { RecentSiteHit } from '@botscope/contract';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHitErrors } from '../../ingest/hits/hit-errors.ts';
import { createRecentHits } from '../../ingest/hits/recent-hits.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createPageStore } from './page-store.ts';
import { defaults } from './test-websites.ts';

const bot = 'abcdef0123456';
const logger = pino({ level: 'silent' });

describe.each(testEngines)('notes on hits of websites, on $name', (engine) => {
  const metadata = testMetadata(engine);
  let site: { kind: 'site'; id: number; bot: string };
  beforeAll(async () => {
    const { db } = metadata();
    const columns = { bot_name: 'shop_bot', username: 'shop_bot', account_key: null, api_key_hash: '' };
    await db
      .insertInto('bots')
      .values({ key: bot, ...columns })
      .execute();
    const draft = { bot, name: 'Shop', key: 'ab'.repeat(16), places: ['a.com'], options: defaults };
    site = await createPageStore(db, 'site').insert({ ...draft, createdAt: new Date() });
  });

  it('malformed events are counted by kind, with the newest example, and lose their examples with a user', async () => {
    const errors = createHitErrors({ db: metadata().db, logger });
    errors.record(site, [{ problem: 'WrongId', text: '{"a":1}\0' }], null);
    await errors.list(site);
    errors.record(site, [{ problem: 'WrongId', text: '{"user":501}' }], null);
    expect(await errors.list(site)).toMatchObject([{ problem: 'WrongId', count: 2, text: '{"user":501}' }]);
    errors.record(site, [{ problem: 'WrongName', text: '"a name that says nothing about whose it is"' }], null);
    errors.record(site, [{ problem: 'TooMany', text: '"words of 502"' }], 502);
    errors.record(site, [{ problem: 'WrongTime', text: '"words of a user"' }], 503);
    expect(await errors.eraseUsers(bot, [50, 503])).toBe(3);
    const texts = async () => (await errors.list(site)).map(({ count, text }) => [count, text]).toSorted();
    expect(await texts()).toEqual([
      [1, '"words of 502"'],
      [1, '"…"'],
      [2, '{"user":…}'],
    ]);
    expect(await errors.eraseUsers(bot, [50])).toBe(0);
    errors.record(site, [{ problem: 'WrongId', text: '{"user":501}' }], null);
    expect(await errors.eraseUsers(bot, [501])).toBe(1);
    expect(await texts()).toEqual([
      [1, '"words of 502"'],
      [1, '"…"'],
    ]);
    await errors.close();
  });

  it('the last hits of one process are read in another', async () => {
    const bus = createLocalBus();
    const commonOptions = { db: metadata().db, logger };
    // The listener takes what another process says for its own on a local bus, so the row is written by hand.
    const localHits = createRecentHits({ ...commonOptions, bus, instanceId: 'here' });
    const hit = {
      ...{ at: '2026-03-01T10:00:00.000Z', name: 'page', hostname: 'a.com', path: '/', referrer: '', source: '' },
      ...{
        width: 'm',
        device: 'mobile',
        browser: 'Chrome',
        os: 'Android',
        script: '1',
        visitor: 'ab',
        user_id: 7,
        dropped: null,
      },
      detail: '',
    } satisfies RecentSiteHit;
    const owner = { kind: 'site', page_id: site.id, bot_key: bot } as const;
    const row = { ...owner, instance_id: 'there', hits: JSON.stringify([hit]), written_at: new Date(0) };
    await metadata().db.insertInto('page_recent_hits').values(row).execute();
    expect(await localHits.list(site)).toEqual([hit]);
    expect(await localHits.forgetOld(Date.now())).toBe(1);
    expect(await localHits.eraseUsers(bot)).toBe(0);
    localHits.close();
  });
});
