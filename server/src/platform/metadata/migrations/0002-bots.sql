CREATE TABLE bots (
  -- The public half of the API key.
  key char(13) PRIMARY KEY,
  bot_name text NOT NULL,
  username text NOT NULL,
  -- Null for the demo bot, which is nobody's.
  account_key text REFERENCES accounts (id) ON DELETE CASCADE,
  delivery_method text NOT NULL DEFAULT 'api',
  -- SHA-256 of the secret half, hexadecimal. The secret is 256 random bits, so a slow hash would add nothing.
  api_key_hash text NOT NULL,
  -- A pause longer than this ends a session.
  session_gap_minutes integer NOT NULL DEFAULT 30,
  -- How launch payloads are read; null means the default rules.
  start_rules jsonb,
  is_demo boolean NOT NULL DEFAULT false,
  date_added timestamptz NOT NULL DEFAULT now(),
  first_update_at timestamptz,
  last_update_at timestamptz,
  removed_at timestamptz
);
-- A name is connected once; a removed bot may be connected again.
CREATE UNIQUE INDEX bots_name ON bots (lower(bot_name)) WHERE removed_at IS NULL;
CREATE INDEX bots_account ON bots (account_key);

-- What went wrong with a bot's traffic. The same fault again only counts up.
CREATE TABLE bot_errors (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  kind text NOT NULL,
  code integer NOT NULL DEFAULT 0,
  reason text NOT NULL,
  -- The newest example.
  text text NOT NULL DEFAULT '',
  count integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (bot_key, kind, code, reason)
);
CREATE INDEX bot_errors_age ON bot_errors (last_at);
