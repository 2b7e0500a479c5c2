import { setImmediate as turn } from 'node:timers/promises';
import type { TargetDraft } from '@botscope/contract';
import { builtInTargets } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { liveWorld } from '../../simulation/live-world.ts';
import type { Happening } from '../../simulation/population/sequels.ts';
import { dayMs } from '../../simulation/time.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Integrations } from '../integrations/integrations.ts';
import type { PagesByKind } from '../pages/pages.ts';
import type { Segments } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { ensureFields, fillFields } from './demo-fields.ts';
import { ensureDemoIntegrations } from './demo-integrations.ts';
import { type DemoPages, ensurePages } from './demo-pages.ts';
import { ensureSegments } from './demo-segments.ts';

/** Targets of the demo shop, one of each common kind. */
export const demoTargets: readonly TargetDraft[] = [
  {
    name: 'Order placed',
    trigger: { kind: 'button', data: 'pay', match: 'exact' },
    value: { kind: 'fixed', amount: 4_500, currency: 'EUR' },
  },
  { name: 'Asked for help', trigger: { kind: 'command', name: '/help' }, value: { kind: 'none' } },
  { name: 'Item viewed', trigger: { kind: 'button', data: 'item:', match: 'begins' }, value: { kind: 'none' } },
  { name: 'Checkout in the app', trigger: { kind: 'webapp', name: 'checkout' }, value: { kind: 'none' } },
];

export type { Happening } from '../../simulation/population/sequels.ts';

const historyDays = 90;
/** About 80,000 updates by 4,700 users in 90 days, half as many answers and 9,000 Mini App hits: enough for every report to look alive, filled within seconds. */
const usersPerDay = 40;
/** Events handed on at once while the history is filled; the same as a batch that the public API promises to take. */
const chunk = 1_000;
/** Interval at which the demo catches up with the present, ms. */
const beatMs = 2_000;

export interface Demo {
  /** Resolves when the history is there and the bot lives in the present. */
  ready: Promise<void>;
  close(): Promise<void>;
}

interface DemoDeps {
  pages: PagesByKind;
  metadata: Pick<Metadata, 'db'>;
  bots: Pick<Bots, 'ensureDemo' | 'change' | 'touch'>;
  targets: Pick<Targets, 'countedOf' | 'create'>;
  segments: Pick<Segments, 'list' | 'create'>;
  integrations: Pick<Integrations, 'create' | 'ofBots'>;
  customFields: Pick<CustomFields, 'countsOf' | 'create' | 'list' | 'setValues'>;
  store: Pick<EventStore, 'flush' | 'query'>;
  record: (bot: BotRow, items: readonly Happening[], pages: DemoPages) => Promise<void>;
  /** The campaigns of its past, once. */
  ensureCampaigns?: (bot: BotRow, now: number) => Promise<void>;
  botKey: string;
  logger: Logger;
  now?: () => number;
}

/**
 * Keeps the demo bot alive: simulated users write to it, open its Mini App and buy, and what comes of it goes the way of every bot's traffic.
 * The world is the same after a restart, so it only goes on from where it stopped.
 */
export async function startDemo(deps: DemoDeps): Promise<Demo> {
  const now = deps.now ?? Date.now;
  const demoBot = await deps.bots.ensureDemo(deps.botKey, 'demo_bot');
  const from = await beginning(deps.metadata, now());
  const until = await newestEvent(deps.store, demoBot.key);
  // Its links name source and medium. A history that was read otherwise stays as it is.
  const bot =
    until === 0 ? await deps.bots.change(demoBot.key, { start_rules: JSON.stringify({ type: 'all' }) }) : demoBot;
  await ensureTargets(deps.targets, bot.key);
  await ensureFields(deps.customFields, bot.key);
  await ensureDemoIntegrations(deps.integrations, bot.key);
  await ensureSegments(deps.segments, bot.key, now());
  const pages = await ensurePages(deps.pages, bot);
  const world = liveWorld({ seed: `demo ${bot.key}`, from: new Date(from), usersPerDay });
  let isStopped = false;

  const catchUp = async (): Promise<number> => {
    let recordedCount = 0;
    while (!isStopped) {
      const batch = world.until(new Date(now()), chunk);
      if (batch.length === 0) break;
      // Everything up to the newest stored event was recorded by an earlier start.
      const newItems = batch.filter(({ date }) => Date.parse(date) > until);
      if (newItems.length > 0) {
        await deps.record(bot, newItems, pages);
        deps.bots.touch(bot.key, now());
      }
      recordedCount += newItems.length;
      // The history is made in one process with the requests: let them through between two chunks.
      await turn();
    }
    return recordedCount;
  };
  const history = catchUp().then(async (recordedCount) => {
    await fillFields(deps.customFields, deps.store, bot.key);
    await deps.ensureCampaigns?.(bot, now());
    deps.logger.info({ bot: bot.key, recorded: recordedCount }, 'the demo bot is alive');
  });

  let beating: Promise<unknown> = history;
  const beat = setInterval(() => {
    beating = beating.then(catchUp).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the demo bot misses a beat');
    });
  }, beatMs);
  return {
    ready: history,
    async close() {
      isStopped = true;
      clearInterval(beat);
      await beating;
    },
  };
}

/** Creates the shop's targets, beside the built-in ones for payments and sales. */
async function ensureTargets(targets: Pick<Targets, 'countedOf' | 'create'>, bot: string): Promise<void> {
  const existingTargets = await targets.countedOf(bot);
  if (existingTargets.length > Object.keys(builtInTargets).length) return;
  for (const draft of demoTargets) await targets.create({ key: bot, hiddenCommands: [] }, draft);
}

/** The first moment of the demo's world: 90 days before the first start, whenever it is started again. */
async function beginning(metadata: Pick<Metadata, 'db'>, now: number): Promise<number> {
  const first = String(Math.floor(now / dayMs) * dayMs - historyDays * dayMs);
  await metadata.db
    .insertInto('settings')
    .values({ name: 'demo_from', value: first })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await metadata.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'demo_from')
    .executeTakeFirstOrThrow();
  return Number(value);
}

/** Unix milliseconds of the newest event of the bot's world; 0 if it has none. */
async function newestEvent(store: Pick<EventStore, 'query'>, bot: string): Promise<number> {
  const [row] = await store.query<{ newest: number }>({
    sql: `SELECT toUnixTimestamp64Milli(max(time)) AS newest FROM events
      WHERE bot = {bot:String} AND kind != 'field_change'`,
    params: { bot },
    bot,
    tag: 'demo newest event',
  });
  return row?.newest ?? 0;
}
