-- Secrets are encrypted (AES-256-GCM with the installation's secret).
CREATE TABLE bots (
  -- The public half of the API key.
  key char(13) PRIMARY KEY,
  bot_name text NOT NULL,
  username text NOT NULL,
  -- Null for the demo bot, which has no owner.
  account_key text REFERENCES accounts (id) ON DELETE CASCADE,
  delivery_method text NOT NULL DEFAULT 'api',
  -- SHA-256 of the secret half, hexadecimal. The secret is 256 random bits, so a slow hash would add nothing.
  api_key_hash text NOT NULL,
  -- A longer pause ends a session.
  session_gap_minutes integer NOT NULL DEFAULT 30,
  -- Rules for launch payloads; null: the default rules.
  start_rules jsonb,
  is_demo boolean NOT NULL DEFAULT false,
  date_added timestamptz NOT NULL DEFAULT now(),
  first_update_at timestamptz,
  last_update_at timestamptz,
  removed_at timestamptz,
  -- auto | manual | api
  connection_type text NOT NULL DEFAULT 'api',
  -- off | proxy | api
  delivery_method_send text NOT NULL DEFAULT 'off',
  region text NOT NULL DEFAULT 'global',
  -- The bot builder that runs the bot; '' = its own code.
  platform text NOT NULL DEFAULT '',
  -- Telegram id of the bot, known once there is a token.
  telegram_id bigint,
  token_sealed text,
  -- HMAC-SHA256 of the token: finds the bot of a call through our API root, also if the token is not stored.
  token_hash text,
  -- The bot's own webhook, to which updates are forwarded; '' = none.
  webhook text NOT NULL DEFAULT '',
  webhook_secret_sealed text,
  -- The webhook before the bot was connected, from getWebhookInfo: {url, max_connections, allowed_updates, ip_address}.
  former_webhook jsonb,
  -- Kinds of update the bot asked for; null = Telegram's default.
  allowed_updates jsonb,
  risk_ok boolean NOT NULL DEFAULT false,
  -- Open problems of the connection: [{code, since, detail}].
  problems jsonb NOT NULL DEFAULT '[]',
  checked_at timestamptz,
  first_call_at timestamptz,
  last_call_at timestamptz,
  callback_max_length integer NOT NULL DEFAULT 64,
  -- Days for which events are kept; null = forever.
  retention_days integer,
  error_days integer NOT NULL DEFAULT 90,
  source_determination text NOT NULL DEFAULT 'first',
  finds_hidden_commands boolean NOT NULL DEFAULT true,
  -- When the owner's account was deleted. From then on no account sees the bot; it is removed once its webhook is
  -- restored.
  owner_deleted_at timestamptz,
  -- Recording is paused since then; traffic still passes through.
  paused_at timestamptz,
  -- The event server with the bot's events; null: the default one, or there is only one. It references event_servers.
  event_server text
);
-- A name is connected once; a removed bot can be connected again.
CREATE UNIQUE INDEX bots_name ON bots (lower(bot_name)) WHERE removed_at IS NULL;
CREATE INDEX bots_account ON bots (account_key);
CREATE UNIQUE INDEX bots_telegram_id ON bots (telegram_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX bots_token_hash ON bots (token_hash) WHERE removed_at IS NULL;
