import { appLaunchName } from '../../events/normalize/hit-event.ts';

/** A Mini App session ends after so long without a hit, ms. Fixed: the bot's own setting is about chats. */
export const appSessionGapMs = 30 * 60_000;

/** A column of `events`, or nothing. */
export type AppSessionValue = 'source' | 'platform' | 'app_version' | "''";

/**
 * One row per Mini App session that begins in the period: `user_id`; `moments`, the rising times (Unix ms) of its hits;
 * `value`, a column of `events` of its first hit. Each launch begins a session; so does a hit after a pause, or without a
 * launch that we know of. At one moment a launch comes first. Needs the parameter `session_gap`.
 */
export const appSessionsSql = (hits: (columns: string) => string, value: AppSessionValue) => `
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != '${appLaunchName}', ${value === "''" ? value : `toString(${value})`}))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM ${hits(value === "''" ? 'name' : `name, ${value}`)}
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}`;

/** Unix seconds at which such a session begins. */
export const appSessionBegins = 'toUInt32(intDiv(moments[1], 1000))';
