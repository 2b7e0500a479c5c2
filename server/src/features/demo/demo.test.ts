import { CampaignMessage, chatStates, reportTypes, type SegmentRules } from '@botscope/contract';
import { createClock } from '@botscope/testkit/clock.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testQuery, testReport } from '../../analytics/reports/test-query.ts';
import { countUsers } from '../../analytics/users/list-users.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { createBots } from '../bots/bots.ts';
import { loadCounts } from '../campaign-engine/test-campaigns.ts';
import { createLoadResults } from '../campaign-results/campaign-results.ts';
import { createDemoHistory } from '../campaigns/demo/demo-history.ts';
import { createCustomFields } from '../custom-fields/custom-fields.ts';
import { createIntegrations } from '../integrations/integrations.ts';
import { createPages } from '../pages/pages.ts';
import { createSegments } from '../segments/segments.ts';
import { createTargets } from '../targets/targets.ts';
import { demoTargets, startDemo } from './demo.ts';
import { demoFields } from './demo-fields.ts';
import { createDemoRecorder } from './demo-recorder.ts';
import { demoSegments } from './demo-segments.ts';

const botKey = 'de300000b0700';

describe('the demo bot', () => {
  const metadata = testMetadata();
  const logger = pino({ level: 'silent' });
  const clock = createClock('2026-03-10T12:00:00Z');
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore();
  });
  afterAll(() => store.close());

  const start = async () => {
    const bots = createBots({ metadata: metadata(), secret: 'a secret for tests of 32 letters', logger });
    const targets = createTargets({ metadata: metadata(), store });
    const record = createDemoRecorder({ store, now: () => clock.now().getTime() });
    let recordedCount = 0;
    const demo = await startDemo({
      metadata: metadata(),
      bots,
      targets,
      customFields: createCustomFields({ metadata: metadata(), store, now: () => clock.now().getTime() }),
      integrations: createIntegrations({
        ...{ db: metadata().db, bus: createLocalBus(), sealer: createSealer('a secret for tests of 32 letters') },
      }),
      pages: {
        app: createPages('app', { metadata: metadata(), bus: createLocalBus() }),
        site: createPages('site', { metadata: metadata(), bus: createLocalBus() }),
      },
      segments: createSegments({ metadata: metadata(), store }),
      store,
      botKey,
      logger,
      now: () => clock.now().getTime(),
      ensureCampaigns: createDemoHistory({ db: metadata().db, store, logger }),
      record: (bot, items, pages) => {
        recordedCount += items.length;
        return record(bot, items, pages);
      },
    });
    await demo.ready;
    await demo.close();
    await bots.close();
    return recordedCount;
  };
  const count = async () => {
    const [row] = await store.query<{ events: number; copies: number; first: string; last: string; commands: number }>({
      sql: `SELECT count() AS events, count() - uniqExact(id) AS copies, toString(min(time)) AS first, toString(max(time)) AS last,
              uniqExactIf(name, type = 'command') AS commands
            FROM events FINAL WHERE bot = {bot:String} AND kind != 'field_change'`,
      params: { bot: botKey },
    });
    return row!;
  };

  it('has ninety days behind it on the first start', async () => {
    const recordedCount = await start();
    const { events, first, last, commands } = await count();
    // Besides, users reacted to the campaigns of the past.
    expect(events).toBeGreaterThan(recordedCount);
    expect(events).toBeGreaterThan(40_000);
    expect(first.slice(0, 10)).toBe('2025-12-10');
    expect(last > '2026-03-10 11:00:00' && last < '2026-03-10 12:00:00').toBe(true);
    expect(commands).toBeLessThanOrEqual(5);
  }, 900_000);

  it('goes on where it stopped, without doubling anything', async () => {
    const before = await count();
    clock.advance('3h');
    const recordedCount = await start();
    expect(recordedCount).toBeGreaterThan(10);
    expect(await count()).toMatchObject({ events: before.events + recordedCount, copies: 0 });
    expect(await start()).toBe(0);
  });

  it('has custom fields with values of some users, written once', async () => {
    const customFields = createCustomFields({ metadata: metadata(), store });
    expect(await customFields.countsOf(botKey)).toEqual(
      new Map([
        ['city', 300],
        ['birthday', 150],
        ['vip', 30],
      ]),
    );
    const [{ writes } = { writes: 0 }] = await store.query<{ writes: number }>({
      sql: "SELECT count() AS writes FROM events FINAL WHERE bot = {bot:String} AND kind = 'field_change'",
      params: { bot: botKey },
    });
    expect(writes).toBe(480);
  });

  it('has segments, each with users', async () => {
    const createdSegments = await createSegments({ metadata: metadata(), store }).list({ key: botKey });
    expect(createdSegments.map(({ name }) => name)).toEqual(demoSegments.map(({ name }) => name));
    const now = clock.now().getTime();
    const fields = new Map(demoFields.map(({ draft: { key, type } }) => [key, type]));
    const settings = testQuery({ type: 'visitors', period: '7d', bot: botKey, fields }, now);
    for (const { name, rules } of createdSegments) {
      const { count, total } = await countUsers({ store, now: () => now }, { settings, rules, search: '', number: '' });
      expect([name, count > 0 && count < total]).toEqual([name, true]);
    }
  });

  it('has users in every state of the private chat, few of whom it can never write to', async () => {
    const now = clock.now().getTime();
    const settings = testQuery({ type: 'visitors', period: '7d', bot: botKey }, now);
    const sizes: Record<string, number> = {};
    for (const chat of chatStates) {
      const rules = {
        match: 'all' as const,
        rules: [{ kind: 'property', property: 'chat', not: false, values: [chat] }],
      };
      const query = { settings, rules: rules as SegmentRules, search: '', number: '' };
      sizes[chat] = (await countUsers({ store, now: () => now }, query)).count;
    }
    expect(
      Object.values(sizes).every((size) => size > 5),
      JSON.stringify(sizes),
    ).toBe(true);
    expect(sizes.never_opened).toBeLessThan((sizes.open ?? 0) / 4);
  });

  it('has campaigns behind it, with results, made once', async () => {
    const { db } = metadata();
    const campaigns = await db.selectFrom('campaigns').selectAll().orderBy('campaign_id').execute();
    expect(campaigns.map(({ status }) => status)).toEqual(['Done', 'Done', 'Done', 'Done']);
    const load = createLoadResults({
      store,
      reasons: async () => [],
      complaints: { count: async () => 0 },
      now: () => clock.now().getTime(),
    });
    for (const { campaign_id: campaignId, name, message } of campaigns) {
      const { kept, counted } = await loadCounts(db, campaignId);
      expect([name, kept]).toEqual([name, counted]);
      expect(kept.delivered, name).toBeGreaterThan(100);
      expect(kept.not_delivered, name).toBeGreaterThan(0);
      const results = await load({ bot: botKey, campaignId, message: z.parse(CampaignMessage, message) });
      expect(
        results.buttons.reduce((sum, { users }) => sum + users, 0),
        name,
      ).toBeGreaterThan(kept.delivered / 20);
      expect(results.active_users, name).toBeGreaterThan(kept.delivered / 10);
    }
    expect(campaigns.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBeGreaterThan(100);
  });

  it('leaves no report empty', async () => {
    const targets = await createTargets({ metadata: metadata(), store }).countedOf(botKey);
    expect(targets.map(({ name }) => name).slice(2)).toEqual(demoTargets.map(({ name }) => name));
    const now = () => clock.now().getTime();
    for (const type of Object.keys(reportTypes)) {
      const question = { bot: botKey, type, period: '90d', timeZone: 'UTC', sessionGapMinutes: 30, targets };
      const { lines, table, cohorts } = await testReport({ store, now }, question);
      const numbers = table
        ? table.totals
        : cohorts
          ? cohorts.rows.flatMap((row) => row.values)
          : lines.map((line) => line.total);
      expect(numbers.filter((number) => number !== null && number > 0).length, type).toBeGreaterThan(0);
      if (type.startsWith('app_session')) expect(lines.length, type).toBeGreaterThan(3);
      if (type.startsWith('site_session_')) expect(lines.length, type).toBeGreaterThan(2);
      if (type === 'sum_income') expect(lines.length).toBeGreaterThan(2);
      if (type === 'conversion_summary') expect(table?.rows.length).toBe(targets.length);
    }
  });
});
