import type { BotSettings, ReadPayload, StartRules } from '@botscope/contract';
import type { Logger } from 'pino';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { parseStartPayload } from '../../events/normalize/start-payload.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { latestPayloadsSql } from './latest-payloads.sql.ts';
import { parseLaunchPayload } from './launch-payload.ts';
import { createRereads } from './rereads.ts';
import { forgetOldEvents } from './retention.ts';
import { rollUpAll } from './roll-ups.ts';
import { assertRules, settingsOf, toColumns, validated } from './settings-row.ts';

export { historyLock } from './rereads.ts';

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
