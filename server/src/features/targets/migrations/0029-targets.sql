-- Conversion goals. Ids are unique in the installation; 1 to 10000 are for built-in ones.
CREATE TABLE targets (
  target_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 10001) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL,
  -- {kind, ...}: see contract/src/targets.ts.
  trigger jsonb NOT NULL,
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE INDEX targets_bot ON targets (bot_key);
