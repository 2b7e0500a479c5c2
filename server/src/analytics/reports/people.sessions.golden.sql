-- session_count
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE true)
ORDER BY last_time DESC, user_id;

-- avg_duration_session
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE true)
ORDER BY last_time DESC, user_id;

-- avg_events_session
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE true)
ORDER BY last_time DESC, user_id;

-- rejection
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE actions = 1)
ORDER BY last_time DESC, user_id;

-- web_sessions
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', ''))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}))
ORDER BY last_time DESC, user_id;

-- app_session_source
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(source)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}) WHERE true)
ORDER BY last_time DESC, user_id;

-- app_session_device
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(platform)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, platform FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, platform FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}) WHERE true)
ORDER BY last_time DESC, user_id;

-- app_session_version
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(app_version)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}) WHERE true)
ORDER BY last_time DESC, user_id;
