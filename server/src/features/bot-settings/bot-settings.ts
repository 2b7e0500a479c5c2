import { type BotSettings, type ReadPayload, type StartRules, ticketPrefix } from '@botscope/contract';
import type { Logger } from 'pino';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Sources, scope } from '../../analytics/query/scope.ts';
import { parseStartPayload } from '../../events/normalize/start-payload.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { createRereads } from './rereads.ts';
import { forgetOldEvents } from './retention.ts';
import { rollUpAll } from './roll-ups.ts';
import { assertRules, settingsOf, toColumns, validated } from './settings-row.ts';

export { historyLock } from './rereads.ts';
export { keptFrom } from './retention.ts';

/** As many of the bot's own payloads as fit a screen. */
const latestPayloads = 20;

/** Settings for reading a bot's data and for how long it is kept. */
export interface BotSettingsService {
  of(bot: BotRow): BotSettings;
  /**
   * Changes what is given; the rest stays. Other start rules hold for the past as well: the launches are read again in
   * the background. @throws AppError InvalidField, naming the field.
   */
  set(bot: BotRow, change: Partial<BotSettings>): Promise<BotSettings>;
  /** Parses samples (payloads or links) and the bot's latest payloads by these rules. @throws AppError InvalidField */
  preview(
    bot: string,
    rules: StartRules,
    samples: readonly string[],
  ): Promise<{ samples: ReadPayload[]; latest: ReadPayload[] }>;
  /** Goes on with what a killed process left undone; for the list of jobs. */
  finishRereads(now: number): Promise<{ bots: number; launches: number; failed: number }>;
  /** Deletes events that are older than their bots' owners want them kept; for the list of jobs. */
  forgetOldEvents(now: number): Promise<{ bots: number; deleted: number; failed: number }>;
  /** Rolls up the past of all bots, as far as it can be. */
  rollUpAll(now: number): Promise<{ bots: number; failed: number }>;
  /** Resolves when nothing is being read again. */
  settled(): Promise<void>;
}

export function createBotSettings(deps: {
  metadata: Pick<Metadata, 'db' | 'withLock'>;
  store: Pick<EventStore, 'query' | 'reparseLaunches' | 'deleteBefore' | 'rollUp'>;
  bots: Pick<Bots, 'byKey' | 'change'>;
  siteTickets: Pick<SiteTickets, 'reader'>;
  logger: Logger;
  now?: () => number;
}): BotSettingsService {
  const { bots, store, now = Date.now } = deps;
  const rereads = createRereads(deps);

  return {
    of: settingsOf,
    async set(bot, change) {
      const before = settingsOf(bot);
      const newSettings = validated({ ...before, ...change });
      const mustReread = JSON.stringify(newSettings.start_rules) !== JSON.stringify(before.start_rules);
      const changedAt = now();
      if (mustReread) await rereads.note(bot.key, changedAt);
      const columns = toColumns(newSettings, change);
      const changedBot = Object.keys(columns).length === 0 ? bot : await bots.change(bot.key, columns);
      if (mustReread) rereads.begin(bot.key, changedAt);
      return settingsOf(changedBot);
    },
    async preview(bot, rules, samples) {
      assertRules(rules, 'rules');
      const toReadPayload = (payload: string, count: number): ReadPayload => ({
        payload,
        ...parseStartPayload(payload, rules),
        count,
      });
      const statement = scope(bot, 0, now() + dayMs).statement(latestPayloadsSql, { most: latestPayloads });
      const latest = await runQuery<{ payload: string; launches: number }>(store, statement, {
        tag: `latest-payloads/${bot}`,
      });
      return {
        samples: samples.map((sample) => toReadPayload(parseLaunchPayload(sample), 0)),
        latest: latest.map(({ payload, launches }) => toReadPayload(payload, launches)),
      };
    },
    finishRereads: rereads.finish,
    forgetOldEvents: (time) => forgetOldEvents(deps, time),
    rollUpAll: (time) => rollUpAll(deps, time),
    settled: rereads.settled,
  };
}

/** The launch payloads that came last, each once, and how many launches brought them. No rules read those of websites. */
const latestPayloadsSql = (from: Sources) =>
  `
SELECT start_payload AS payload, count() AS launches
FROM ${from.launches} AND NOT startsWith(start_payload, '${ticketPrefix}')
GROUP BY payload
ORDER BY max(time) DESC, payload
LIMIT {most:UInt32}`;

/** As long as a launch payload is kept. */
const payloadLength = 512;

/** `https://…`, `tg://…`, `tg:…`, and Telegram's own hosts without a scheme, as users copy them. */
const link = /^(?:[a-z][a-z0-9+.-]*:\/\/|tg:|(?:www\.)?(?:t|telegram)\.(?:me|dog)\/|\w+\.t\.me(?:[/?]|$))/i;
const hasScheme = /^(?:[a-z][a-z0-9+.-]*:\/\/|tg:)/i;
const startCommand = /^\/start(?:@\w+)?(?:\s+|$)/i;
/** The parameters of Telegram's links that carry a payload: to the bot, its Mini App, a group and a channel. */
const parameters = ['start', 'startapp', 'startgroup', 'startchannel'] as const;

/**
 * The payload of a sample: of a link (t.me/shop_bot?start=…, tg://resolve?domain=shop_bot&start=…), of a typed
 * `/start …`, or the sample itself. '' for a link that carries none.
 */
export function parseLaunchPayload(sample: string): string {
  const text = sample.trim();
  return (payloadOfLink(text) ?? text.replace(startCommand, '')).slice(0, payloadLength).toWellFormed();
}

/** Null for what is no link. */
function payloadOfLink(text: string): string | null {
  if (!link.test(text)) return null;
  const address = hasScheme.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { searchParams } = new URL(address);
  const parameter = parameters.find((name) => searchParams.has(name));
  return parameter === undefined ? '' : (searchParams.get(parameter) ?? '').trim();
}
