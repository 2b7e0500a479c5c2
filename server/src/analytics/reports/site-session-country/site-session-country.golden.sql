-- a week by the day
SELECT entry
FROM (<site sessions by site_country where true>
)
GROUP BY entry
ORDER BY count() DESC, entry
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(entry)) + 1) AS line, bucket(toUInt32(intDiv(begin, 1000))) AS bucket, count() AS sessions
FROM (<site sessions by site_country where true>
)
GROUP BY line, bucket WITH ROLLUP;
