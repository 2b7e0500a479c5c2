-- Targets: what counts as a conversion. Numbers run over the whole installation; 1 to 10000 are for built-in ones.
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

-- Notes that charts show at a local day.
CREATE TABLE annotations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  day date NOT NULL,
  text text NOT NULL,
  account_key text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX annotations_bot ON annotations (bot_key, day);

-- Links made in the builder; with a name they are templates, without one its history.
CREATE TABLE utm_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  link jsonb NOT NULL,
  url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (bot_key, name, url)
);
