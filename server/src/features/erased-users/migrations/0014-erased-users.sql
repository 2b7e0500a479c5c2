-- Users whose data were erased, known by a keyed hash: nothing about them is stored until they start the bot again.
CREATE TABLE erased_users (
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- HMAC-SHA-256 of bot and user, hexadecimal.
  user_hash text NOT NULL,
  erased_at timestamptz NOT NULL,
  -- When they started the bot again.
  lifted_at timestamptz,
  PRIMARY KEY (bot_key, user_hash)
);
