-- actions, with a filter of actions
events FINAL
PREWHERE is_action
  AND <action>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- actionsWith, with a filter of actions
events FINAL
PREWHERE is_action AND <content>
  AND <action>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- actionsDuring, with a filter of actions
events FINAL
PREWHERE is_action
  AND <action>
WHERE bot = {bot:String} AND time >= <start> AND time < <end>;
-- activity, with a filter of actions
(SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND <action>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id != 0);
-- activityDuring, with a filter of actions
(SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND <action>
WHERE bot = {bot:String} AND time >= <start> AND time < <end> AND user_id != 0);
-- sessions, with a filter of actions
(
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND <action>
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND <action>
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND <action>
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
);
-- appSessions, with a filter of actions
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
        arraySort(groupArray((toUnixTimestamp64Milli(time), toUInt8(name != 'app_launch'), toString(platform)))) AS known,
        arrayMap(
          (hit, pause, place) -> (hit.1, if(hit.2 = 0 AND launch_id != 0 AND place > 1 AND pause < {session_gap:Int64}, 2, hit.2), hit.3),
          known, arrayDifference(arrayMap(hit -> hit.1, known)), arrayEnumerate(known)) AS of_launch
      FROM (
  SELECT user_id, time, name, launch_id, platform FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND <user>
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, launch_id, platform FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND <user>
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND <user>
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
      GROUP BY user_id, launch_id
    )
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64};
-- siteSessions, with a filter of actions
  SELECT
    visitor_id, hits[1].1 AS begin,
    arrayCount(hit -> hit.2 = 'page', hits) AS views,
    arrayCount(hit -> hit.2 NOT IN ('page', 'visible', 'hidden'), hits) AS events,
    arraySum(hit -> hit.3, hits) AS engaged
  FROM (
    SELECT
      visitor_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), toString(name), engaged_ms))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM events FINAL
    PREWHERE kind = 'site_hit' AND user_id = 0 AND (true)
  AND <user>
    WHERE bot = {bot:String} AND visitor_id != 0
      AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC')
      AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
    GROUP BY visitor_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64};
-- hasSeveralWebsites, with a filter of actions
(SELECT min(site_id) < max(site_id) FROM events PREWHERE kind = 'site_hit' WHERE bot = {bot:String});
-- membershipChanges, with a filter of actions
(<changes of>
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'blocked') * 2 + is_contact AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_contact
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'blocked'
    WHERE bot = {bot:String} AND user_id != 0
  AND <user> AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND <user> AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
);
-- churnEvents, with a filter of actions
(<changes of>
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'blocked') * 2 + is_contact AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_contact
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'blocked'
    WHERE bot = {bot:String} AND user_id != 0
  AND <user> AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND <user> AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
);
-- launches, with a filter of actions
events FINAL
PREWHERE is_start AND start_payload != ''
  AND <user>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- launchesWithValue, with a filter of actions
  SELECT user_id, time, toString(<value>) AS value
  FROM events FINAL
  PREWHERE is_start AND user_id != 0
  AND <user>
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM users FINAL
WHERE bot = {bot:String}
  AND <row>
    AND first_action < tupleElement(first_source, 'time') AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
        AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- events, with a filter of actions
events FINAL
PREWHERE <action>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- eventsWith, with a filter of actions
events FINAL
PREWHERE (<content>)
  AND <user>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id != 0;
-- payments, with a filter of actions
(
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND <user>
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  );
-- users, with a filter of actions
users FINAL
WHERE bot = {bot:String}
  AND <row>;
-- allUsers, with a filter of actions
users FINAL
WHERE bot = {bot:String};
-- appSessions by source, with a filter of actions
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
        arraySort(groupArray((toUnixTimestamp64Milli(time), toUInt8(name != 'app_launch'), toString(source)))) AS known,
        arrayFirst(hit -> hit.3 != '', known).3 AS opening_value,
        arrayMap(
          (hit, pause, place) -> (hit.1, if(hit.2 = 0 AND launch_id != 0 AND place > 1 AND pause < {session_gap:Int64}, 2, hit.2), if(launch_id = 0,
              hit.3, opening_value)),
          known, arrayDifference(arrayMap(hit -> hit.1, known)), arrayEnumerate(known)) AS of_launch
      FROM (
  SELECT user_id, time, name, launch_id, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND is_start AND launch_id != 0 AND user_id != 0
  AND <user>
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64} - 604800000, 'UTC')
    AND time <= fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, launch_id, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND <user>
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, launch_id, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND <user>
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND <user>
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
      GROUP BY user_id, launch_id
    )
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64};
-- siteSessions by a value, with a filter of actions
  SELECT
    visitor_id, hits[1].1 AS begin,
    arrayCount(hit -> hit.2 = 'page', hits) AS views,
    arrayCount(hit -> hit.2 NOT IN ('page', 'visible', 'hidden'), hits) AS events,
    arraySum(hit -> hit.3, hits) AS engaged,
    if(views = 0, hits, arrayFilter(hit -> hit.2 = 'page', hits)) AS shown,
    shown[1].4 AS entry, shown[-1].4 AS exit
  FROM (
    SELECT
      visitor_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), toString(name), engaged_ms, (toString(site_host), site_path)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM events FINAL
    PREWHERE kind = 'site_hit' AND user_id = 0 AND (true)
  AND <user>
    WHERE bot = {bot:String} AND visitor_id != 0
      AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC')
      AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
    GROUP BY visitor_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64};
-- actions, rolled up, with stale users and a filter of users
events FINAL
PREWHERE is_action
  AND <user>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- actionsWith, rolled up, with stale users and a filter of users
events FINAL
PREWHERE is_action AND <content>
  AND <user>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- actionsDuring, rolled up, with stale users and a filter of users
events FINAL
PREWHERE is_action
  AND <user>
WHERE bot = {bot:String} AND time >= <start> AND time < <end>;
-- activity, rolled up, with stale users and a filter of users
(
    SELECT user_id, time
    FROM activity_runs
    WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND user_id NOT IN {stale_users:Array(Int64)} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
            AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND <user>
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user>
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64},
        'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN {stale_users:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64},
        'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  );
-- activityDuring, rolled up, with stale users and a filter of users
(
    SELECT user_id, time
    FROM activity_runs
    WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND user_id NOT IN {stale_users:Array(Int64)} AND time >= <start> AND time < <end> AND <user>
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user>
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= <start> AND time < <end>
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN {stale_users:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= <start> AND time < <end>
  );
-- sessions, rolled up, with stale users and a filter of users
(
  SELECT user_id, toUnixTimestamp64Milli(time) AS begin, toInt64(length) AS length, toUInt64(actions) AS actions
  FROM activity_runs
  WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND user_id NOT IN {stale_users:Array(Int64)} AND gap_minutes >= {session_gap_minutes:UInt16}
    AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND <user>
  UNION ALL
  SELECT user_id, session[1].1 AS begin, session[-1].2 - begin AS length, arraySum(run -> run.3, session) AS actions
  FROM (
    WITH
      arraySort(groupArray(begin)) AS begins,
      arraySort(groupArray(end)) AS ends,
      arraySort((actions, begin) -> begin, groupArray(actions), groupArray(begin)) AS counts
    SELECT
      user_id,
      arrayJoin(arraySplit(
        (run, pause) -> pause >= {session_gap:Int64},
        arrayZip(begins, ends, counts),
        arrayMap((begin, before) -> begin - before, begins, arrayPushFront(arrayPopBack(ends), begins[1])))) AS session
    FROM (
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin + length AS end, toUInt64(actions) AS actions
    FROM activity_runs
    PREWHERE gap_minutes < {session_gap_minutes:UInt16} AND actions > 0
    WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND user_id NOT IN {stale_users:Array(Int64)} AND (gap_minutes >= 60) IN (0, {session_gap_minutes:UInt16} > 60)
            AND time >= fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64} - 86400000, 'UTC')
                AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
                    AND time + toIntervalMillisecond(length) > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND <user>
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user>
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN {stale_users:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN (SELECT user_id FROM (
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user>
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN {stale_users:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')))
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({end:Int64},
        'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN {stale_users:Array(Int64)} AND user_id IN (SELECT user_id FROM (
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user>
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND <user> AND user_id IN {stale_users:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')))
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({end:Int64},
        'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
    )
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
);
-- membershipChanges, rolled up, with stale users and a filter of users
(<changes of>
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_contact
  FROM membership_changes
  WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND user_id NOT IN {stale_users:Array(Int64)} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND <user>
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM <users where some rows are stale>
  WHERE bot = {bot:String} AND <user> AND user_id NOT IN {stale_users:Array(Int64)} AND user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'blocked'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  UNION ALL

  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'blocked') * 2 + is_contact AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_contact
  FROM events FINAL
  PREWHERE <user> AND user_id NOT IN {stale_users:Array(Int64)} AND (user_id IN (SELECT user_id FROM membership_changes WHERE bot = {bot:String}
      AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
          AND user_id NOT IN {stale_users:Array(Int64)} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND <user>) OR user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'blocked'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'blocked') * 2 + is_contact AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_contact
  FROM events FINAL
  PREWHERE <user> AND user_id IN {stale_users:Array(Int64)} AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  );
-- launchesWithValue, rolled up, with stale users and a filter of users
  SELECT user_id, time, toString(<value>) AS value
  FROM events FINAL
  PREWHERE is_start AND user_id != 0
  AND <user>
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM <users where some rows are stale>
WHERE bot = {bot:String}
  AND <row>
    AND first_action < tupleElement(first_source, 'time') AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
        AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- events, rolled up, with stale users and a filter of users
events FINAL
PREWHERE <user>
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- payments, rolled up, with stale users and a filter of users
(
  SELECT user_id, time, id, charge_id, amount, currency
  FROM payments
  WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND user_id NOT IN {stale_users:Array(Int64)} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND <user>
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND <user>
  WHERE bot = {bot:String} AND kind = 'message' AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND user_id IN {stale_users:Array(Int64)} AND <user>
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  );
-- users, rolled up, with stale users and a filter of users
<users where some rows are stale>
WHERE bot = {bot:String}
  AND <row>;
-- allUsers, rolled up, with stale users and a filter of users
<users where some rows are stale>
WHERE bot = {bot:String};
-- changes of steps
  WITH
    {start:Int64} * 4 AS first_step,
    minIf(step, is_contact) AS first_contact,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_contact, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_contact AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (<steps>
  )
  GROUP BY user_id
  HAVING max(is_contact);
