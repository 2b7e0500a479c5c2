import type { TimeZoneCount } from '@botscope/contract';
import { countriesSql } from '../../../analytics/query/countries.sql.ts';
import { loadRollup } from '../../../analytics/query/load-rollup.ts';
import { runQuery } from '../../../analytics/query/run-query.ts';
import { scope } from '../../../analytics/query/scope.ts';
import type { SegmentLookup } from '../../../analytics/query/segments/segment-context.ts';
import type { ReportSettings } from '../../../analytics/reports/report.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import type { ZonesOf } from '../../campaign-engine/campaign-engine.ts';
import type { Unsubscribes } from '../../unsubscribes/unsubscribes.ts';
import type { Audiences } from '../audience.ts';
import { parseZone, zoneOfCountry } from './zone-name.ts';

interface Deps {
  store: Pick<EventStore, 'query' | 'rollup'>;
  settingsOf(bot: string): Promise<ReportSettings>;
  mailingSettingsOf: Unsubscribes['settingsOf'];
}

/** Known facts of a user: the text of the field and the country, each '' where it is not known. */
interface KnownZone {
  zone: string;
  country: string;
}

/** Different texts of the field and countries, at most; a bot whose field is free text has more of the former. */
const maxDistinctZones = 10_000;

/**
 * Rows (user_id, zone, country) of all users with a known zone or country. Parameters: `zone_key` is the custom field,
 * `zone_end` the moment up to which locations count (unix ms).
 */
function knownZonesSql(fields: SegmentLookup['fields'], hasField: boolean, users: string): string {
  const ofCountries = countriesSql({ end: "fromUnixTimestamp64Milli({zone_end:Int64}, 'UTC')", fields, users });
  const ofField = `
  SELECT user_id, value_text AS zone, '' AS country FROM field_values FINAL
  WHERE bot = {bot:String} AND key = {zone_key:String} AND is_set AND ${users}
  UNION ALL`;
  return `
SELECT user_id, max(zone) AS zone, max(country) AS country
FROM (${hasField ? ofField : ''}
  SELECT user_id, '' AS zone, value AS country FROM (${ofCountries})
)
GROUP BY user_id`;
}

/** The time zones of users: what the custom field says, else that of a country that has one alone. Never guessed. */
const resolveZone = ({ zone, country }: KnownZone): string | null => parseZone(zone) ?? zoneOfCountry(country);

/** The time zones of some users, at most 10,000; those whose own is not known have none. */
export function createZoneLoader({ store, settingsOf, mailingSettingsOf }: Deps): ZonesOf {
  return async (bot, userIds) => {
    const { time_zone_field: field } = mailingSettingsOf(bot);
    const [{ fields }, rollup] = await Promise.all([settingsOf(bot), loadRollup(store, bot)]);
    const statement = scope(bot, 0, 1, undefined, rollup).statement(
      () => knownZonesSql(fields, field !== null, 'user_id IN {zone_users:Array(Int64)}'),
      { zone_users: [...userIds], zone_key: field ?? '', zone_end: Date.now() },
    );
    const rows = await runQuery<KnownZone & { user_id: number }>(store, statement, { tag: `time-zones/${bot}` });
    const zones = new Map<number, string>();
    for (const row of rows) {
      const zone = resolveZone(row);
      if (zone !== null) zones.set(row.user_id, zone);
    }
    return zones;
  };
}

/** Counts the users of an audience whose time zone is known. */
export function createCountZones(deps: Deps & { audiences: Pick<Audiences, 'reachable'> }) {
  const { store, audiences, mailingSettingsOf } = deps;
  return async (request: Parameters<Audiences['reachable']>[0]): Promise<TimeZoneCount> => {
    const { time_zone_field: field } = mailingSettingsOf(request.bot);
    const count: TimeZoneCount = { by_field: 0, by_country: 0, unknown: 0, wrong: 0, field };
    const users = await audiences.reachable(request);
    if (users === null) return count;
    const zonesSql = knownZonesSql(users.fields, field !== null, 'user_id != 0');
    const statement = users.statement(
      (from, condition) => `
SELECT known.zone AS zone, known.country AS country, count() AS users
FROM (SELECT user_id FROM ${from.allUsers} AND ${condition}) AS users
LEFT JOIN (${zonesSql}
) AS known ON known.user_id = users.user_id
GROUP BY zone, country
ORDER BY users DESC
LIMIT ${maxDistinctZones}`,
      { zone_key: field ?? '', zone_end: Date.now() },
    );
    const rows = await runQuery<KnownZone & { users: number }>(store, statement, {
      tag: `time-zones/${request.bot}`,
      signal: request.signal,
    });
    for (const { zone, country, users } of rows) {
      const isField = parseZone(zone) !== null;
      if (zone !== '' && !isField) count.wrong += users;
      if (isField) count.by_field += users;
      else if (zoneOfCountry(country) !== null) count.by_country += users;
      else count.unknown += users;
    }
    return count;
  };
}
