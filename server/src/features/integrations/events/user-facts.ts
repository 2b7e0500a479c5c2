import type { IntegrationUser } from '@botscope/contract';
import { firstSourceSql, startedWithin } from '../../../analytics/query/attribution.sql.ts';
import { loadRollup } from '../../../analytics/query/load-rollup.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { scope } from '../../../analytics/query/scope.ts';
import { launchRows, starts } from '../../../events/rollups/read/launch-rows.sql.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { SiteTickets } from '../../site-tickets/site-tickets.ts';

/** What is known of a user, before the privacy settings of an integration. */
export type UserFacts = Omit<IntegrationUser, 'id'>;

const noSite: IntegrationUser['site'] = {
  ...{ ga: null, ym: null, fbp: null, fbc: null, gclid: null, yclid: null, url: null },
};
export const noFacts: UserFacts = {
  ...{ first_name: null, last_name: null, username: null, language: null, is_premium: null, first_seen_at: null },
  ...{ source: null, params: {}, site: noSite },
};

export interface FactDeps {
  store: Pick<EventStore, 'query' | 'rollup'>;
  siteTickets: Pick<SiteTickets, 'knownVisitors'>;
}

interface Row {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language: string;
  premium: boolean | number;
  first_ms: number;
  source: string;
  /** When the first launch that has a payload happened, and the user had done nothing before; 0 = it has none. */
  launch_ms: number;
}

const endSql = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";

/** Loads what is known of users of a bot. */
export async function loadUserFacts(
  { store, siteTickets }: FactDeps,
  bot: string,
  userIds: readonly number[],
  now: number,
): Promise<Map<number, UserFacts>> {
  if (userIds.length === 0) return new Map();
  const statement = scope(bot, 0, now).statement(
    (from) => `
SELECT user_id,
  tupleElement(last_profile, 'first_name') AS first_name, tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username, tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS premium, toUnixTimestamp64Milli(first_time) AS first_ms,
  ${firstSourceSql(endSql)} AS source,
  if(${startedWithin(endSql)} AND tupleElement(first_source, 'start_payload') != '',
    toUnixTimestamp64Milli(tupleElement(first_source, 'time')), 0) AS launch_ms
FROM ${from.allUsers} AND user_id IN {users:Array(Int64)}`,
    { users: [...userIds] },
  );
  const rows = await runQuery<Row>(store, statement, { tag: `integrations/${bot}` });
  const [params, visitors] = await Promise.all([
    loadParams(store, bot, rows, now),
    siteTickets.knownVisitors(bot, userIds),
  ]);
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        ...{ first_name: row.first_name || null, last_name: row.last_name || null, username: row.username || null },
        ...{ language: row.language || null, is_premium: Boolean(row.premium), source: row.source },
        first_seen_at: new Date(row.first_ms).toISOString(),
        ...{ params: params.get(row.user_id) ?? {}, site: visitors.get(row.user_id) ?? noSite },
      },
    ]),
  );
}

/** Loads the parameters of the first launches of users. */
async function loadParams(store: FactDeps['store'], bot: string, rows: readonly Row[], now: number) {
  const launched = rows.filter(({ launch_ms }) => launch_ms > 0);
  if (launched.length === 0) return new Map<number, Record<string, string>>();
  const rollup = await loadRollup(store, bot);
  const launches = launchRows(starts, { until: endSql, users: 'user_id IN {users:Array(Int64)}', rollup });
  const first = Math.min(...launched.map(({ launch_ms }) => launch_ms));
  const statement = scope(bot, 0, now, undefined, rollup).statement(
    () => `
SELECT user_id, argMin(params, (time, id)) AS params
FROM ${launches} AND time >= fromUnixTimestamp64Milli({first:Int64}, 'UTC')
GROUP BY user_id`,
    { users: launched.map(({ user_id }) => user_id), first },
  );
  const found = await runQuery<{ user_id: number; params: Record<string, string> }>(store, statement, {
    tag: `integrations/${bot}`,
  });
  return new Map(found.map(({ user_id, params }) => [user_id, params]));
}
