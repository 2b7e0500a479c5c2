import { countryOfSql } from './country-names.ts';
import type { SegmentLookup } from './segments/segment-context.ts';

/** The country of rows of `app_countries`, of which the last counts: its two letters are the lowest 16 bits. */
export const lastCountrySql = 'char(bitAnd(bitShiftRight(max(last), 8), 255), bitAnd(max(last), 255))';

/** Scope of a statement that reads users' countries. */
export interface CountryQuery {
  /** A moment (SQL), exclusive: later locations do not count. Fields and Mini Apps say what is known now. */
  end: string;
  fields: SegmentLookup['fields'];
  /** A condition on `user_id`; everyone unless given. */
  users?: string | undefined;
}

/** Locations that users shared, as rows of `events`: the text after FROM. `params['country']` is '' at sea. */
export const sharedLocationsSql = ({ end, users = 'user_id != 0' }: Omit<CountryQuery, 'fields'>): string =>
  `events FINAL
    PREWHERE type IN ('location', 'edited', 'inline') AND is_action AND ${users}
    WHERE bot = {bot:String} AND time < ${end} AND mapContains(params, 'country')`;

/**
 * Rows (user_id, value): the country of each user with a known one. It is what the bot has stored in a custom field of
 * the key `country`, otherwise that of the last shared location, otherwise that of the last hit of a Mini App. A field's
 * code or name of a country is its code in upper case; of two locations in one millisecond the later one by alphabet counts.
 */
export function countriesSql({ end, fields, users = 'user_id != 0' }: CountryQuery): string {
  const locationRows = `
    SELECT user_id, tupleElement(max((time, params['country'])), 2) AS country, 2 AS rank
    FROM ${sharedLocationsSql({ end, users })}
    GROUP BY user_id`;
  const fieldRows = `
    SELECT user_id, ${countryOfSql('value_text')} AS country, 3 AS rank
    FROM field_values FINAL
    WHERE bot = {bot:String} AND key = 'country' AND is_set AND ${users}`;
  const appRows = `
    SELECT user_id, ${lastCountrySql} AS country, 1 AS rank
    FROM app_countries
    WHERE bot = {bot:String} AND ${users}
    GROUP BY user_id`;
  return `
    SELECT user_id, argMax(country, rank) AS value
    FROM (${[appRows, locationRows, ...(isText(fields.get('country')) ? [fieldRows] : [])].join('\n    UNION ALL')}
    )
    WHERE country != ''
    GROUP BY user_id`;
}

/** A field of another type that happens to have the key says nothing about countries. */
const isText = (type: string | undefined): boolean => type === 'text' || type === 'choice';
