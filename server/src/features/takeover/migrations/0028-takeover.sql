-- Private chats that a colleague answers instead of the bot.
CREATE TABLE takeovers (
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  -- Null: the bot itself asked for it.
  account_key text REFERENCES accounts (id) ON DELETE CASCADE,
  -- drop | deliver: what becomes of the updates that the bot does not get.
  mode text NOT NULL,
  since timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  withheld integer NOT NULL DEFAULT 0,
  PRIMARY KEY (bot_key, user_id)
);
CREATE INDEX takeovers_of_account ON takeovers (account_key);

-- What owners have set; a bot without a row drops.
CREATE TABLE takeover_settings (
  bot_key text PRIMARY KEY REFERENCES bots (key) ON DELETE CASCADE,
  withheld text NOT NULL
);
