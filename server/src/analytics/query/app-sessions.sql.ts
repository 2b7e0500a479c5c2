import { appLaunchName } from '../../events/normalize/hit-event.ts';
import { dayMs } from '../../platform/time-units.ts';

/** Time without a hit after which a Mini App session ends, ms. Fixed: the bot's own setting is about chats. */
export const appSessionGapMs = 30 * 60_000;

/** A column of `events`, or nothing. Only the hit that an opening began with has its source. */
export type AppSessionValue = 'source' | 'platform' | 'app_version' | "''";

/** Longest time for which an opening reports, ms: its proof ends then. */
const openingMs = 7 * dayMs;

/**
 * Rows of hits that opened the app by a link, before the hits of a statement: the rest of an opening may be in its
 * period while that hit is not. Needs the condition on users that the statement has.
 */
export const earlierOpeningsSql = (columns: string, selected: string) => `
  SELECT ${columns} FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND is_start AND launch_id != 0 AND user_id != 0${selected}
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64} - ${openingMs}, 'UTC')
    AND time <= fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC')`;

/**
 * Hits of one launch as tuples (Unix ms, what, value): 0 is the launch, 1 another hit, 2 a reload. Pages report a launch
 * each time they are loaded, and Android's client reloads them by itself: 12 times in six minutes were seen. A load
 * within the session gap after a hit of the same launch is a reload. Without a launch ID each load is a launch.
 */
const hitsOfLaunch = (value: string) => `arrayMap(
          (hit, pause, place) -> (hit.1, if(hit.2 = 0 AND launch_id != 0 AND place > 1 AND pause < {session_gap:Int64}, 2, hit.2), ${value}),
          known, arrayDifference(arrayMap(hit -> hit.1, known)), arrayEnumerate(known))`;

/** Only the first hit of an opening has its source, and of a captured array each element would get a copy. */
const openingValue = `
        arrayFirst(hit -> hit.3 != '', known).3 AS opening_value,`;

/**
 * One row per Mini App session that begins in the period: `user_id`; `moments`, the rising times (Unix ms) of its hits;
 * `value`, a column of `events` of its first hit, or the source of the opening of that hit; `reloads`, how often its
 * page was loaded again. Each launch begins a session; so does a hit after a pause, or without a launch that we know of.
 * At one moment a launch comes first. Needs the parameter `session_gap`.
 */
export const appSessionsSql = (hits: (columns: string) => string, value: AppSessionValue) => `
  SELECT
    user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value, arrayCount(hit -> hit.2 = 2, hits) AS reloads
  FROM (
    SELECT
      user_id,
      arraySort(groupArrayArray(of_launch)) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
      SELECT
        user_id,
        arraySort(groupArray((toUnixTimestamp64Milli(time), toUInt8(name != '${appLaunchName}'), ${value === "''" ? value : `toString(${value})`}))) AS known,${value === 'source' ? openingValue : ''}
        ${hitsOfLaunch(value === 'source' ? 'if(launch_id = 0, hit.3, opening_value)' : 'hit.3')} AS of_launch
      FROM ${hits(value === "''" ? 'name, launch_id' : `name, launch_id, ${value}`)}
      GROUP BY user_id, launch_id
    )
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}`;

/** Unix seconds at which such a session begins. */
export const appSessionBegins = 'toUInt32(intDiv(moments[1], 1000))';
