-- Who saved it in the demo, where everyone sees only their own: an account's key or a browser's cookie. Null elsewhere.
ALTER TABLE segments ADD COLUMN visitor text;
CREATE INDEX segments_of_visitors ON segments (created_at) WHERE visitor IS NOT NULL;
