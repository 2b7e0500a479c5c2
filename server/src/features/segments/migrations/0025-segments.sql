-- Segments and lists of users. The members of lists and snapshots are in the event store (`segment_members`).
CREATE TABLE segments (
  segment_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL,
  -- dynamic, list or snapshot
  kind text NOT NULL,
  -- See contract/src/segment-rules.ts.
  rules jsonb NOT NULL,
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  -- The last count, and when it was.
  users bigint,
  counted_at timestamptz,
  -- Who saved it in the demo, where everyone sees only their own: an account's key or a browser's cookie. Null elsewhere.
  visitor text,
  -- The request of the public API that created a list: repeated after a crash, it finds the list.
  created_by_request uuid
);
CREATE INDEX segments_bot ON segments (bot_key);
CREATE INDEX segments_of_visitors ON segments (created_at) WHERE visitor IS NOT NULL;
CREATE UNIQUE INDEX segments_created_by_request ON segments (created_by_request) WHERE created_by_request IS NOT NULL;
