import type { ApiUser, ApiUsers } from '@botscope/contract';
import type { Attribution, AttributionModel } from '../../analytics/query/attribution.sql.ts';
import { countrySql } from '../../analytics/query/dimensions.ts';
import type { FilterSql } from '../../analytics/query/filter-sql.ts';
import { genderSql } from '../../analytics/query/gender.sql.ts';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type ScopedStatement, type Sources, scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { minuteMs } from '../../platform/time-units.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';

/** A page of a bot's users in the order of their IDs; `offset` is its number, from 0. Throws what the store throws. */
export type ListApiUsers = (
  bot: { key: string },
  page: { limit: number; offset: number },
  signal?: AbortSignal,
) => Promise<ApiUsers>;

interface Profile {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language: string;
  is_premium: boolean;
  gender: 'male' | 'female' | 'unknown';
  country: string;
}

type Launches = Partial<Record<AttributionModel, Record<string, string>>>;

/** Rolled-up rows are exact to a quarter of an hour. */
const quarterMs = 15 * minuteMs;

/**
 * The IDs of the page come first, and then everything about these users alone: the cost of a page grows with its size,
 * but for the IDs before it. Users who arrive meanwhile move later pages by a row, so no one is left out.
 */
export function createListApiUsers(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  customFields: Pick<CustomFields, 'valuesOf'>;
  now?: () => number;
}): ListApiUsers {
  const { store, customFields } = deps;
  const now = deps.now ?? Date.now;
  return async ({ key }, { limit, offset }, signal) => {
    const ask = <Row extends object>(statement: ScopedStatement): Promise<Row[]> =>
      runQuery<Row>(store, statement, { tag: `get-users/${key}`, signal });
    const rollup = await loadRollup(store, key, signal);
    // Present is who has not left by the next quarter of an hour.
    const moment = Math.ceil((now() + 1) / quarterMs) * quarterMs;
    const everyone = scope(key, moment, moment, undefined, rollup);
    const [counts, ids] = await Promise.all([
      ask<{ users: number }>(everyone.statement(countUsersSql)),
      ask<{ user_id: number }>(everyone.statement(pageOfUsersSql, { limit, skipped: limit * offset })),
    ]);
    const count = counts[0]?.users ?? 0;
    if (ids.length === 0) return { count, rows: [] };

    const users = ids.map(({ user_id }) => user_id);
    const userScope = scope(key, moment, moment, buildUserFilter(users), rollup);
    const until = "fromUnixTimestamp64Milli({end:Int64}, 'UTC')";
    const attribution = { until, users: ofThese, rollup };
    const [profiles, absentRows, launches, values] = await Promise.all([
      ask<Profile>(userScope.statement(profilesSql)),
      ask<{ user_id: number }>(userScope.statement(absentUsersSql)),
      ask<{ model: AttributionModel; user_id: number; value: string }>(userScope.statement(launchesSql(attribution))),
      customFields.valuesOf(key, users),
    ]);
    const profilesById = new Map(profiles.map((profile) => [profile.user_id, profile]));
    const absentIds = new Set(absentRows.map(({ user_id }) => user_id));
    const launchesById = new Map<number, Launches>();
    for (const { model, user_id, value } of launches) {
      launchesById.set(user_id, { ...launchesById.get(user_id), [model]: JSON.parse(value) as Record<string, string> });
    }
    return {
      count,
      rows: users.flatMap((id) => {
        const profile = profilesById.get(id);
        const launched = launchesById.get(id) ?? {};
        return profile === undefined ? [] : [presentUser(profile, !absentIds.has(id), launched, values.get(id) ?? {})];
      }),
    };
  };
}

const ofThese = 'user_id IN {filter_users:Array(Int64)}';
const buildUserFilter = (users: readonly number[]): FilterSql => ({
  ofUsersRow: ofThese,
  ofUser: ofThese,
  ofAction: ofThese,
  params: { filter_users: users },
});

const genderCodes = { male: 1, female: 2, unknown: null } as const;
const orNull = (text: string): string | null => (text === '' ? null : text);

function presentUser(profile: Profile, isPresent: boolean, launches: Launches, fields: ApiUser['fields']): ApiUser {
  const { user_id, country, gender } = profile;
  return {
    user_id,
    is_bot: false,
    first_name: orNull(profile.first_name),
    last_name: orNull(profile.last_name),
    username: orNull(profile.username),
    language_code: orNull(profile.language),
    is_premium: profile.is_premium ? 1 : 0,
    gender: genderCodes[gender],
    user_status: isPresent ? 1 : 0,
    country: orNull(country),
    geo: country === '' ? {} : { countryCode: country },
    // Bots do not get it from Telegram.
    verified: null,
    scam: null,
    fake: null,
    stargifts_count: null,
    personal_channel_id: null,
    birth_day: null,
    birth_month: null,
    birth_year: null,
    bio: null,
    utm: {
      first: launches.first ?? {},
      last: launches.last ?? {},
      weight: launches.last_significant ?? {},
      referral_id: null,
    },
    fields,
  };
}

const countUsersSql = (from: Sources) => `
SELECT count() AS users
FROM ${from.allUsers}`;

/** The IDs of a page (`limit`, `skipped`): of all users nothing else is read. */
const pageOfUsersSql = (from: Sources) => `
SELECT user_id
FROM ${from.allUsers}
ORDER BY user_id
LIMIT {skipped:UInt64}, {limit:UInt32}`;

/** The newest profiles of the users of the scope. */
const profilesSql = (from: Sources) => `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS is_premium,
  ${genderSql} AS gender,
  ${countrySql} AS country
FROM ${from.users}`;

/** Selects the scope's users who have left by its start. */
const absentUsersSql = (from: Sources) => `
SELECT user_id
FROM ${from.membershipChanges}
WHERE gone_before`;

/** The models, as rows name them. */
const models: readonly AttributionModel[] = ['first', 'last', 'last_significant'];

/** Rows (model, user_id, value): the parameters of the launches that count, as JSON; users whose launch has none are left out. */
const launchesSql = (attribution: Omit<Attribution, 'model' | 'value'>) => (from: Sources) => {
  const value = "if(empty(params), '', toJSONString(params))";
  const each = models.map(
    (model) =>
      `SELECT '${model}' AS model, user_id, value FROM (${from.sourcedUsers({ ...attribution, model, value })})`,
  );
  return each.join('\nUNION ALL\n');
};
