-- a week by the day
SELECT value
FROM (<app sessions by platform>
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(value)) + 1) AS line, bucket(toUInt32(intDiv(moments[1], 1000))) AS bucket, count() AS sessions
FROM (<app sessions by platform>
)
GROUP BY line, bucket WITH ROLLUP;
-- people
SELECT user_id FROM (<app sessions by platform>) WHERE true;
-- people
SELECT user_id FROM (<app sessions by platform>) WHERE value = {line:String};
-- people
SELECT user_id FROM (<app sessions by platform>) WHERE NOT has({names:Array(String)}, toString(value));
