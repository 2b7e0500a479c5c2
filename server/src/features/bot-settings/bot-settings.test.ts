import type { StartRules } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseStartPayload } from '../../events/normalize/start-payload.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import { anEvent } from '../../events/store/test-event.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { type BotRow, type Bots, createBots } from '../bots/bots.ts';
import { createSiteTickets } from '../site-tickets/site-tickets.ts';
import { createBotSettings } from './bot-settings.ts';
import { createPendingRereads } from './rereads.ts';

const logger = pino({ level: 'silent' });
const minute = 60_000;
const start = Date.parse('2026-03-01T12:00:00Z');
const pairs: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('bot settings on $name', (engine) => {
  const metadata = testMetadata(engine);
  let bots: Bots;
  let time = start;
  beforeAll(() => {
    bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
  });
  afterAll(() => bots.close());

  const slice = (overrides: Partial<Pick<ThrowawayStore, 'reparseLaunches'>> = {}) =>
    createBotSettings({
      metadata: metadata(),
      store: { ...store, ...overrides },
      bots,
      logger,
      now: () => time,
      siteTickets: createSiteTickets({ db: metadata().db, bus: createLocalBus() }),
    });
  const addBot = async (): Promise<BotRow> => {
    const key = store.freshBot();
    return bots.ensureDemo(key, `a${key}_bot`);
  };
  const reload = async (bot: BotRow): Promise<BotRow> => (await bots.byKey(bot.key))!;
  const launch = (
    bot: BotRow,
    id: number,
    startPayload: string,
    read = parseStartPayload(startPayload, toStartRules(bot)),
  ) =>
    anEvent({
      bot: bot.key,
      id: String(id),
      userId: id,
      time: start + id * minute,
      isStart: true,
      type: 'command',
      name: '/start',
      startPayload,
      ...read,
    });
  const sources = async (bot: BotRow) => {
    const rows = await store.query<{ n: number; source: string; first: string }>({
      sql: `SELECT user_id AS n, source, first FROM (SELECT user_id, source FROM events FINAL WHERE bot = {bot:String}) AS e
            INNER JOIN (SELECT user_id, tupleElement(first_source, 'source') AS first FROM users FINAL WHERE bot = {bot:String}) AS p
            ON e.user_id = p.user_id ORDER BY n`,
      params: { bot: bot.key },
    });
    return rows.map(({ n, source, first }) => [n, source, first]);
  };

  test('are those of a new bot, and change one by one', async () => {
    const settings = slice();
    const bot = await addBot();
    const initial = {
      session_gap_minutes: 30,
      callback_max_length: 64,
      retention_days: null,
      error_days: 90,
      source_determination: 'first',
      hidden_commands: true,
      start_rules: { type: 'auto', params: [], paramSeparator: '_', valueSeparator: '-', sourceParam: 'source' },
    };
    expect(settings.of(bot)).toEqual(initial);
    expect(await settings.set(bot, {})).toEqual(initial);
    const changes = {
      session_gap_minutes: 5,
      callback_max_length: 12,
      retention_days: 365,
      error_days: 7,
      source_determination: 'last_significant',
      hidden_commands: false,
      start_rules: { ...pairs, type: 'only', params: ['source', 'medium', 'source'] },
    } as const;
    for (const [field, value] of Object.entries(changes)) {
      await settings.set(await reload(bot), { [field]: value });
    }
    const expectedSettings = { ...changes, start_rules: { ...changes.start_rules, params: ['source', 'medium'] } };
    expect(settings.of(await reload(bot))).toEqual(expectedSettings);
    expect(toStartRules(await reload(bot))).toEqual(expectedSettings.start_rules);
    expect((await settings.set(await reload(bot), { retention_days: null })).retention_days).toBeNull();
    await settings.settled();
  });

  test('that contradict each other are refused, and nothing of them is kept', async () => {
    const settings = slice();
    const bot = await addBot();
    const invalidChanges = [
      [{ error_days: 5, start_rules: { ...pairs, valueSeparator: '_' } }, 'start_rules.valueSeparator'],
      [{ start_rules: { ...pairs, paramSeparator: '-', valueSeparator: '--' } }, 'start_rules.valueSeparator'],
      [{ error_days: 5, session_gap_minutes: 4 }, 'session_gap_minutes'],
    ] as const;
    for (const [change, field] of invalidChanges) {
      await expect(settings.set(bot, change as never)).rejects.toMatchObject({ code: 'InvalidField', field });
      const rules = 'start_rules' in change ? change.start_rules : null;
      if (rules)
        await expect(settings.preview(bot.key, rules, [])).rejects.toMatchObject({ field: 'rules.valueSeparator' });
    }
    expect(settings.of(await reload(bot))).toEqual(settings.of(bot));
    expect(await createPendingRereads(metadata().db).of(bot.key)).toBeNull();
  });

  test('a preview reads links, and the latest payloads of this bot, as the rules to be would', async () => {
    const settings = slice();
    const [bot, other] = [await addBot(), await addBot()];
    const launches = Array.from({ length: 25 }, (_, index) => launch(bot, index + 1, `source-s${index % 23}_x`));
    await store.write([...launches, launch(bot, 26, ''), launch(other, 1, 'others')]);
    const { samples, latest } = await settings.preview(bot.key, pairs, [
      't.me/shop_bot?start=source-ads_medium-tg_word',
      'https://t.me/shop_bot',
      '_tgr_a-b',
    ]);
    expect(samples).toEqual([
      {
        payload: 'source-ads_medium-tg_word',
        params: { source: 'ads', medium: 'tg', none: 'word' },
        source: 'ads',
        count: 0,
      },
      { payload: '', params: {}, source: '', count: 0 },
      { payload: '_tgr_a-b', params: { none: '_tgr_a-b' }, source: '', count: 0 },
    ]);
    expect(latest).toHaveLength(20);
    // The 24th and 25th launch repeated the payloads of the first and second.
    expect(latest.slice(0, 3)).toEqual([
      { payload: 'source-s1_x', params: { source: 's1', none: 'x' }, source: 's1', count: 2 },
      { payload: 'source-s0_x', params: { source: 's0', none: 'x' }, source: 's0', count: 2 },
      { payload: 'source-s22_x', params: { source: 's22', none: 'x' }, source: 's22', count: 1 },
    ]);
    const fullPreview = await settings.preview(bot.key, { ...pairs, type: 'auto' }, []);
    expect(fullPreview.latest[0]).toEqual({
      payload: 'source-s1_x',
      params: { none: 'source-s1_x' },
      source: 'source-s1_x',
      count: 2,
    });
  });

  test('other start rules hold for the past, also for launches that were on their way by the former ones', async () => {
    const settings = slice();
    const bot = await addBot();
    const pending = () => createPendingRereads(metadata().db).of(bot.key);
    await store.write([launch(bot, 1, 'source-a'), launch(bot, 2, 'source-b')]);
    time = start;
    await settings.set(bot, { start_rules: pairs });
    await settings.settled();
    expect(await sources(bot)).toEqual([
      [1, 'a', 'a'],
      [2, 'b', 'b'],
    ]);
    // Another process did not know of the change yet.
    await store.write([launch(bot, 3, 'source-c')]);
    expect(await settings.finishRereads(start + 59_000)).toMatchObject({ launches: 1 });
    expect(await pending()).toEqual({ bot: bot.key, changedAt: start });
    expect(await settings.finishRereads(start + 60_000)).toMatchObject({ launches: 0, failed: 0 });
    expect(await pending()).toBeNull();
    expect(await sources(bot)).toEqual([
      [1, 'a', 'a'],
      [2, 'b', 'b'],
      [3, 'c', 'c'],
    ]);
    // Setting equal rules again is no change.
    await settings.set(await reload(bot), { start_rules: pairs, error_days: 3 });
    expect(await pending()).toBeNull();
  });

  test('a later run finishes the rereading that a killed process left undone', async () => {
    const bot = await addBot();
    await store.write([launch(bot, 1, 'source-a')]);
    const killed = slice({ reparseLaunches: () => Promise.reject(new Error('killed')) });
    await killed.set(bot, { start_rules: pairs });
    await killed.settled();
    expect(await sources(bot)).toEqual([[1, 'source-a', 'source-a']]);
    expect(await slice().finishRereads(time + 3_600_000)).toMatchObject({ failed: 0 });
    expect(await sources(bot)).toEqual([[1, 'a', 'a']]);
    expect(await createPendingRereads(metadata().db).all()).toEqual([]);
  });

  test('rules that change while launches are read are read again', async () => {
    const bot = await addBot();
    await store.write([launch(bot, 1, 'source-a')]);
    const pending = createPendingRereads(metadata().db);
    const settings = slice({
      async reparseLaunches(key, read) {
        const launches = await store.reparseLaunches(key, read);
        // In the middle of the pass.
        await pending.note(bot.key, start + 1);
        return launches;
      },
    });
    await settings.set(bot, { start_rules: pairs });
    await settings.settled();
    expect(await pending.of(bot.key)).toEqual({ bot: bot.key, changedAt: start + 1 });
    await slice().finishRereads(start + 3_600_000);
    expect(await pending.of(bot.key)).toBeNull();
  });
});
