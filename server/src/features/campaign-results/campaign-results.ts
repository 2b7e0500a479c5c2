import {
  buttonsWithData,
  type CampaignMessage,
  type CampaignResults,
  type MessageButton,
  type RecipientReason,
} from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Scope, scope } from '../../analytics/query/scope.ts';
import type { EventStore, Parameter } from '../../events/store/event-store.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import type { Complaints } from '../unsubscribes/unsubscribes.ts';
import {
  activeSql,
  activeWithinMs,
  deliverySpanSql,
  leftSql,
  leftWithinMs,
  pressesSql,
  toDataMatch,
} from './results.sql.ts';
import { loadUsualLeaving } from './usual-leaving.ts';

/** A campaign whose results are asked for. */
interface ResultsRequest {
  bot: string;
  campaignId: number;
  message: CampaignMessage;
  signal?: AbortSignal | undefined;
}

/** Results that the event store knows. */
type StoredResults = Omit<CampaignResults, 'complained_users'>;
export type LoadResults = (request: ResultsRequest) => Promise<CampaignResults>;

const nobody = { left_1: 0, left_2: 0, left_3: 0, mean_s: 0 };

/** Loads the results of campaigns: docs/metrics.md, "Campaign results". */
export function createLoadResults(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  reasons: (campaignId: number) => Promise<{ reason: RecipientReason; count: number }[]>;
  complaints: Pick<Complaints, 'count'>;
  now?: () => number;
}): LoadResults {
  const { store, now = Date.now } = deps;

  return async (request) => {
    const [results, complained_users] = await Promise.all([
      load(request),
      deps.complaints.count(request.bot, request.campaignId),
    ]);
    return { ...results, complained_users };
  };

  async function load({ bot, campaignId, message, signal }: ResultsRequest): Promise<StoredResults> {
    const options = { tag: `campaign/${bot}`, signal };
    const campaign = { campaign: campaignId };
    const ask = async <Row extends object>(
      period: Scope,
      sql: Parameters<Scope['statement']>[0],
      params: Readonly<Record<string, Parameter>> = {},
    ): Promise<Row | undefined> =>
      (await runQuery<Row>(store, period.statement(sql, { ...campaign, ...params }), options))[0];

    const buttons = buttonsWithData(message);
    const [reasons, span] = await Promise.all([
      deps.reasons(campaignId),
      ask<{ first: number; last: number; users: number }>(scope(bot, 0, 1), deliverySpanSql),
    ]);
    if (span === undefined || span.users === 0) return toResults(reasons, nobody, 0, buttons, {}, null);
    // Rollups are exact to a quarter of an hour, so bounds at whole hours are exact, too.
    const begin = Math.floor(span.first / hourMs) * hourMs;
    const end = (ms: number): number => Math.ceil((span.last + ms) / hourMs) * hourMs;
    const rollup = await loadRollup(store, bot, signal);
    const [first, second, third] = leftWithinMs;
    const bounds = { bound_1: first, bound_2: second, bound_3: third };
    const scopeUntil = (until: number): Scope => scope(bot, begin, until, undefined, rollup);
    const [departures, active, usual, presses] = await Promise.all([
      ask<typeof nobody>(scopeUntil(end(third)), leftSql, bounds),
      ask<{ users: number }>(scopeUntil(end(activeWithinMs)), activeSql, { active_within: activeWithinMs }),
      loadUsualLeaving(store, { bot, first: span.first, users: span.users, signal }),
      buttons.length === 0
        ? {}
        : ask<Record<string, number>>(
            scopeUntil(Math.max(end(0), Math.ceil(now() / hourMs) * hourMs) + dayMs),
            pressesSql(buttons.map(toDataMatch)),
            Object.fromEntries(buttons.map((button, index) => [`button_${index}`, toDataMatch(button).value])),
          ),
    ]);
    return toResults(reasons, departures ?? nobody, active?.users ?? 0, buttons, presses ?? {}, usual);
  }
}

function toResults(
  reasons: CampaignResults['reasons'],
  departures: typeof nobody,
  activeUsers: number,
  buttons: readonly MessageButton[],
  presses: Record<string, number>,
  usual: CampaignResults['usual_left_users'],
): StoredResults {
  const hasLeft = departures.left_1 + departures.left_2 + departures.left_3 > 0;
  return {
    reasons,
    stat_left_users_1: departures.left_1,
    stat_left_users_2: departures.left_2,
    stat_left_users_3: departures.left_3,
    stat_avg_time_left: hasLeft ? Math.round(departures.mean_s) : null,
    buttons: buttons.map(({ text, callback_data = '' }, index) => ({
      text,
      callback_data,
      users: presses[`users_${index}`] ?? 0,
      presses: presses[`presses_${index}`] ?? 0,
    })),
    active_users: activeUsers,
    usual_left_users: usual,
  };
}
