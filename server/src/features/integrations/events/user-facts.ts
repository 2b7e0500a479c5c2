import type { IntegrationUser } from '@botscope/contract';
import { firstSourceSql } from '../../../analytics/query/attribution.sql.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { scope } from '../../../analytics/query/scope.ts';
import type { EventStore } from '../../../events/store/event-store.ts';

/** What is known of a user, before the privacy settings of an integration. */
export type UserFacts = Omit<IntegrationUser, 'id'>;

const noSite: IntegrationUser['site'] = {
  ...{ ga: null, ym: null, fbp: null, fbc: null, gclid: null, yclid: null, url: null },
};
export const noFacts: UserFacts = {
  ...{ first_name: null, last_name: null, username: null, language: null, is_premium: null, first_seen_at: null },
  ...{ source: null, params: {}, site: noSite },
};

interface Row {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language: string;
  premium: boolean | number;
  first_ms: number;
  source: string;
}

/** Loads what is known of users of a bot. */
export async function loadUserFacts(
  store: Pick<EventStore, 'query'>,
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
  ${firstSourceSql("fromUnixTimestamp64Milli({end:Int64}, 'UTC')")} AS source
FROM ${from.allUsers} AND user_id IN {users:Array(Int64)}`,
    { users: [...userIds] },
  );
  const rows = await runQuery<Row>(store, statement, { tag: `integrations/${bot}` });
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        ...{ first_name: row.first_name || null, last_name: row.last_name || null, username: row.username || null },
        ...{ language: row.language || null, is_premium: Boolean(row.premium), source: row.source },
        first_seen_at: new Date(row.first_ms).toISOString(),
        ...{ params: {}, site: noSite },
      },
    ]),
  );
}
