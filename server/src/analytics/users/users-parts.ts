import type { BotUser } from '@botscope/contract';
import type { Parameter } from '../../events/store/event-store.ts';
import { sharedLocationsSql } from '../query/countries.sql.ts';
import type { FieldType, SegmentLookup } from '../query/segments/segment-context.ts';
import type { LifetimeSql } from './lifetime.sql.ts';
import { type AllUsers, columnOfNumbers, columnOfTexts } from './user-columns.ts';
import type { SelectedUsers } from './users-query.ts';

export type Ask = <Row extends object>(sql: string, params?: Readonly<Record<string, Parameter>>) => Promise<Row[]>;

/** Settings, end and roll-up with which a part of a user is read. */
export type PartSource = Pick<SelectedUsers, 'settings' | 'asOf' | 'rollup'>;

/** Some columns of users, read for many of them at once; the result gives each user theirs. */
export interface UserPart {
  /** It looks at what all users did, so for many users it is read once, of everyone. */
  isHeavy: boolean;
  read(ask: Ask, all: AllUsers): Promise<(id: number) => Partial<BotUser>>;
}

/** The parameter `ids` has the users to be read. */
export const ofIds = 'user_id IN {ids:Array(Int64)}';
/** The end of what is known, which the parameter `life_end` has in ms. */
export const lifeEnd = "fromUnixTimestamp64Milli({life_end:Int64}, 'UTC')";

export const readRows =
  <Value>({ sql, params }: LifetimeSql, part: (value: Value | undefined) => Partial<BotUser>): UserPart['read'] =>
  async (ask) => {
    const rows = await ask<{ user_id: number; value: Value }>(sql, params);
    const byId = new Map(rows.map(({ user_id, value }) => [user_id, value]));
    return (id) => part(byId.get(id));
  };

/** The rows of everyone as two arrays: a million objects would be 100 MB. */
const arraysSql = (sql: string): string => `SELECT groupArray(user_id) AS ids, groupArray(value) AS values
      FROM (SELECT user_id, value FROM (${sql}) ORDER BY user_id)`;

export const readNumbers =
  ({ sql, params }: LifetimeSql, part: (value: number | undefined) => Partial<BotUser>): UserPart['read'] =>
  async (ask, all) => {
    const [foundValues] = await ask<{ ids: number[]; values: number[] }>(arraysSql(sql), params);
    const read = columnOfNumbers(all, foundValues);
    return (id) => part(read(id));
  };

export const readTexts =
  ({ sql, params }: LifetimeSql, part: (value: string | undefined) => Partial<BotUser>): UserPart['read'] =>
  async (ask, all) => {
    const [foundValues] = await ask<{ ids: number[]; values: string[] }>(arraysSql(sql), params);
    const read = columnOfTexts(all, foundValues);
    return (id) => part(read(id));
  };

export const readIncome =
  ({ sql, params }: LifetimeSql): UserPart['read'] =>
  async (ask) => {
    const rows = await ask<{ user_id: number; currency: string; value: number }>(sql, params);
    const byId = Map.groupBy(rows, (row) => row.user_id);
    return (id) => ({
      income: (byId.get(id) ?? [])
        .filter(({ value }) => value !== 0)
        .map(({ currency, value }) => ({ currency, amount: value }))
        .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    });
  };

export const readLocations: UserPart['read'] = async (ask) => {
  const rows = await ask<{ user_id: number; latitude: number; longitude: number }>(`
SELECT
  user_id,
  argMax(JSONExtractRaw(payload, toString(kind), 'location'), (time, params['country'])) AS location,
  JSONExtractFloat(location, 'latitude') AS latitude,
  JSONExtractFloat(location, 'longitude') AS longitude
FROM ${sharedLocationsSql({ end: lifeEnd, users: ofIds })}
GROUP BY user_id`);
  const byId = new Map(rows.map(({ user_id, latitude, longitude }) => [user_id, { latitude, longitude }]));
  return (id) => ({ geo: byId.get(id) ?? null });
};

interface FieldRow {
  user_id: number;
  key: string;
  text: string;
  number: number;
  time_ms: number;
  list: string[];
}

/** The city is what the bot has stored in a field of that key: it is never guessed. */
export const readFields =
  (keys: readonly string[], types: SegmentLookup['fields']): UserPart['read'] =>
  async (ask) => {
    const knownKeys = keys.filter((key) => types.has(key));
    const rows =
      knownKeys.length === 0
        ? []
        : await ask<FieldRow>(
            `
SELECT
  user_id, key, value_text AS text, value_number AS number, toUnixTimestamp64Milli(value_time) AS time_ms,
  value_list AS list
FROM field_values FINAL
WHERE bot = {bot:String} AND key IN {field_keys:Array(String)} AND is_set AND ${ofIds}`,
            { field_keys: knownKeys },
          );
    const byId = Map.groupBy(rows, (row) => row.user_id);
    return (id) => {
      const fields = Object.fromEntries(
        (byId.get(id) ?? []).map((row) => [row.key, formatField(row, types.get(row.key))]),
      );
      return {
        ...(keys.includes('city') ? { city: fields.city ?? '' } : {}),
        fields,
      };
    };
  };

function formatField({ text, number, time_ms, list }: FieldRow, type: FieldType | undefined): string {
  if (type === 'number') return String(number);
  if (type === 'boolean') return number === 0 ? 'no' : 'yes';
  if (type === 'date' || type === 'day') return new Date(time_ms).toISOString();
  return type === 'list' ? list.join(', ') : text;
}
