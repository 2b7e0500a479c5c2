-- How a bot is connected. Secrets are sealed (AES-256-GCM with the installation's secret), never plain.
ALTER TABLE bots
  ADD COLUMN connection_type text NOT NULL DEFAULT 'api',
  ADD COLUMN delivery_method_send text NOT NULL DEFAULT 'off',
  ADD COLUMN region text NOT NULL DEFAULT 'global',
  -- Name of the constructor platform the bot lives on; '' = its own code.
  ADD COLUMN platform text NOT NULL DEFAULT '',
  -- The bot's id at Telegram, once a token has told it.
  ADD COLUMN telegram_id bigint,
  ADD COLUMN token_sealed text,
  -- HMAC-SHA256 of the token: finds the bot of a call that comes through our API root, also where the token is not kept.
  ADD COLUMN token_hash text,
  -- The bot's own webhook, to which updates are forwarded; '' = none.
  ADD COLUMN webhook text NOT NULL DEFAULT '',
  ADD COLUMN webhook_secret_sealed text,
  -- What stood at Telegram before us, as getWebhookInfo told it: {url, max_connections, allowed_updates, ip_address}.
  ADD COLUMN former_webhook jsonb,
  -- Kinds of update the bot asked for; null = Telegram's default.
  ADD COLUMN allowed_updates jsonb,
  ADD COLUMN risk_ok boolean NOT NULL DEFAULT false,
  -- Open problems of the connection: [{code, since, detail}].
  ADD COLUMN problems jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN checked_at timestamptz,
  ADD COLUMN first_call_at timestamptz,
  ADD COLUMN last_call_at timestamptz,
  ADD COLUMN callback_max_length integer NOT NULL DEFAULT 64,
  -- Days that events are kept; null = for ever.
  ADD COLUMN retention_days integer,
  ADD COLUMN error_days integer NOT NULL DEFAULT 90,
  ADD COLUMN source_determination text NOT NULL DEFAULT 'first',
  ADD COLUMN finds_hidden_commands boolean NOT NULL DEFAULT true;

-- One bot, one connection.
CREATE UNIQUE INDEX bots_telegram_id ON bots (telegram_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX bots_token_hash ON bots (token_hash) WHERE removed_at IS NULL;

-- Ordinary texts that people repeat, found in the events.
CREATE TABLE hidden_commands (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  text text NOT NULL,
  -- Disabled | Term | Stable
  state text NOT NULL DEFAULT 'Term',
  -- In the 30 days before the last look.
  count integer NOT NULL DEFAULT 0,
  users integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_key, text)
);

-- Reasons are codes from now on; what was written in words before is not kept.
DELETE FROM bot_errors;
ALTER TABLE bot_errors
  ADD COLUMN method text NOT NULL DEFAULT '',
  DROP CONSTRAINT bot_errors_bot_key_kind_code_reason_key,
  ADD UNIQUE (bot_key, kind, code, method, reason);

-- Messages to an account.
CREATE TABLE inbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  code text NOT NULL,
  state text NOT NULL,
  bot_key char(13) REFERENCES bots (key) ON DELETE CASCADE,
  detail text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
CREATE INDEX inbox_account ON inbox (account_key, id);

-- Files on their way into the events.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  format text NOT NULL,
  content text NOT NULL,
  state text NOT NULL DEFAULT 'ready',
  -- Code of what ended a failed one.
  failure text,
  columns jsonb NOT NULL DEFAULT '[]',
  preview jsonb NOT NULL DEFAULT '[]',
  mapping jsonb NOT NULL DEFAULT '{}',
  read_bytes bigint NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  refusals jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX uploads_bot ON uploads (bot_key, created_at);
