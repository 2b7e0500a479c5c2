-- All times are timestamptz. Keys of accounts, sessions and credentials are random text.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  -- Null: the account was made through Telegram.
  email text UNIQUE CHECK (email = lower(email)),
  -- True once a mailed code was entered: the account is active.
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL DEFAULT '',
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Telegram user id, once linked.
  tid bigint UNIQUE,
  telegram_name text NOT NULL DEFAULT '',
  currency text NOT NULL DEFAULT 'RUB',
  report_currency text NOT NULL DEFAULT 'RUB',
  -- A number of contract/src/tariffs.ts: 4 includes everything.
  tariff integer NOT NULL DEFAULT 4,
  -- Second factor: the encrypted secret (AES-256-GCM), when it was turned on, hashes of unused recovery codes.
  totp_sealed text,
  totp_at timestamptz,
  recovery_hashes jsonb NOT NULL DEFAULT '[]',
  -- Delivery methods by kind of notification; absent kinds have their defaults.
  notify jsonb NOT NULL DEFAULT '{}',
  -- Administrator of the installation, without access to the bots of others.
  is_admin boolean NOT NULL DEFAULT false,
  -- The step (30 s since 1970) of the last accepted code of the second factor: no code works twice.
  totp_step integer
);

-- A sign-in method of an account. A password has the provider 'credential'.
CREATE TABLE credentials (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, provider_account_id)
);
CREATE INDEX credentials_account ON credentials (account_id);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- SHA-256 of the token in the cookie.
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Codes and challenges of signed-in accounts and passkeys: a hash and the number of wrong attempts.
CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_identifier ON verifications (identifier);
CREATE INDEX verifications_expiry ON verifications (expires_at);

-- Sign-ups with an unconfirmed address, each with its own password: the one whose code is entered becomes the account.
CREATE TABLE sign_ups (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  -- SHA-256 of the device cookie of the browser that signed up, hexadecimal.
  device text NOT NULL,
  -- argon2id.
  password text NOT NULL,
  locale text NOT NULL,
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (email, device)
);
CREATE INDEX sign_ups_expiry ON sign_ups (expires_at);

-- Mailed codes for people who are not signed in. The digits work in the browser that requested them, the link anywhere.
CREATE TABLE mailed_codes (
  id uuid PRIMARY KEY,
  -- activation or reset.
  purpose text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  device text NOT NULL,
  sign_up_id uuid REFERENCES sign_ups (id) ON DELETE CASCADE,
  -- HMAC-SHA-256 of the digits: there are only a million, so a plain hash could be looked up.
  code_hash text NOT NULL,
  link_hash text NOT NULL UNIQUE,
  -- Wrong digits so far.
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (purpose, email, device)
);
CREATE INDEX mailed_codes_expiry ON mailed_codes (expires_at);

-- Browsers in which an account has signed in: their attempts are counted apart from those of other browsers.
CREATE TABLE known_devices (
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  device text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, device)
);
CREATE INDEX known_devices_seen ON known_devices (seen_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Both base64url.
  credential_id text NOT NULL UNIQUE,
  public_key text NOT NULL,
  -- The authenticator's use counter; 0 for authenticators without one.
  counter bigint NOT NULL DEFAULT 0,
  transports jsonb NOT NULL DEFAULT '[]',
  name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_account ON passkeys (account_id);

-- Rate limits: attempts since the window opened. Stored here so that several processes count together.
CREATE TABLE attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

-- Values of the installation, such as secrets generated at the first start.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- The processes of the installation, each known by its data directory. Times are the database's.
CREATE TABLE instances (
  id text PRIMARY KEY,
  roles text NOT NULL,
  host text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL,
  -- All rows that it accepted before this moment are in the event store.
  stored_until timestamptz,
  -- Rows that wait in its spool.
  spooled_rows bigint NOT NULL
);

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
  connection_type text NOT NULL DEFAULT 'api',
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
  paused_at timestamptz
);
-- A name is connected once; a removed bot can be connected again.
CREATE UNIQUE INDEX bots_name ON bots (lower(bot_name)) WHERE removed_at IS NULL;
CREATE INDEX bots_account ON bots (account_key);
CREATE UNIQUE INDEX bots_telegram_id ON bots (telegram_id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX bots_token_hash ON bots (token_hash) WHERE removed_at IS NULL;

-- Errors of a bot's traffic. A repeated error increments its count.
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
  method text NOT NULL DEFAULT '',
  UNIQUE (bot_key, kind, code, method, reason)
);
CREATE INDEX bot_errors_age ON bot_errors (last_at);

-- Ordinary texts that users repeat, found in the events.
CREATE TABLE hidden_commands (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  text text NOT NULL,
  -- Disabled | Term | Stable
  state text NOT NULL DEFAULT 'Term',
  -- In the 30 days before the last search.
  count integer NOT NULL DEFAULT 0,
  users integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_key, text)
);

CREATE TABLE notifications (
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
CREATE INDEX notifications_account ON notifications (account_key, id);

-- Mails and Telegram messages that are on their way. A row is deleted when its message is sent.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- mail or telegram.
  kind text NOT NULL,
  -- Encrypted JSON: mails carry sign-in codes and links.
  payload_sealed text NOT NULL,
  -- Rows with the same key leave in the order of their ids; null: in any order. A keyed hash.
  order_key text,
  not_before timestamptz NOT NULL DEFAULT now(),
  -- Counted when a process takes the row, so that one that kills its process is not tried forever.
  attempts integer NOT NULL DEFAULT 0,
  -- The process that sends it, and until when no other may take it.
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Not sent after that: the code in it is no longer valid.
  expires_at timestamptz NOT NULL
);
CREATE INDEX outbox_due ON outbox (expires_at, id);
CREATE INDEX outbox_order ON outbox (order_key, id) WHERE order_key IS NOT NULL;

-- Uploaded files whose rows become events. A file lies in the data directory of one process, which reads it.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  format text NOT NULL,
  content text NOT NULL,
  state text NOT NULL DEFAULT 'ready',
  -- Error code of a failed upload.
  failure text,
  columns jsonb NOT NULL DEFAULT '[]',
  preview jsonb NOT NULL DEFAULT '[]',
  mapping jsonb NOT NULL DEFAULT '{}',
  read_bytes bigint NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  rejected_rows jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- The instance that has the file, and when it was last there.
  owner uuid NOT NULL,
  owner_seen_at timestamptz NOT NULL DEFAULT now(),
  -- The run of the owner's process that reads the file; null: it has not begun.
  taken_by uuid,
  -- Another process was asked to stop it.
  cancel_requested boolean NOT NULL DEFAULT false
);
CREATE INDEX uploads_bot ON uploads (bot_key, created_at);
CREATE INDEX uploads_owner ON uploads (owner);

-- The report of rejected rows of an upload: CSV, gzip, at most 8 MB unpacked.
CREATE TABLE upload_reports (
  upload_id uuid PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
  csv_gzip bytea NOT NULL
);

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

-- Links of the link builder: with a name they are templates, without one they are its history.
CREATE TABLE utm_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  link jsonb NOT NULL,
  url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (bot_key, name, url)
);

-- Access of accounts to bots of other owners. Values of contract/src/access.ts and permissions.ts.
CREATE TABLE grants (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null: only the keys and reports.
  role text,
  -- In addition to those of the role.
  keys jsonb NOT NULL DEFAULT '[]',
  -- Individual reports, by type.
  reports jsonb NOT NULL DEFAULT '[]',
  granted_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Given by email and not used yet: valid until then, and not listed as a member, because the list would reveal that
  -- the address has an account. Null: a member.
  expires_at timestamptz,
  PRIMARY KEY (bot_key, account_key)
);
CREATE INDEX grants_account ON grants (account_key);

-- Links that give access to a bot.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- SHA-256 of the link's token, hexadecimal; and the encrypted token, so that its author can copy the link again.
  token_hash text NOT NULL UNIQUE,
  token_sealed text NOT NULL,
  -- Only the account with this address can use it; null: anyone with the link.
  email text CHECK (email = lower(email)),
  role text,
  keys jsonb NOT NULL DEFAULT '[]',
  reports jsonb NOT NULL DEFAULT '[]',
  max_uses integer NOT NULL DEFAULT 1,
  uses integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX invitations_bot ON invitations (bot_key);
CREATE INDEX invitations_email ON invitations (email) WHERE email IS NOT NULL;

-- Accounts by invitation used: an account whose access was removed does not regain it with the same link.
CREATE TABLE invitation_uses (
  invitation_id bigint NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invitation_id, account_key)
);
CREATE INDEX invitation_uses_account ON invitation_uses (account_key);

-- One report, public for anyone with the link.
CREATE TABLE shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  token_sealed text NOT NULL,
  title text NOT NULL DEFAULT '',
  type_report text NOT NULL,
  -- Period, detail, filter …; the reader cannot change what is set here.
  query jsonb NOT NULL DEFAULT '{}',
  -- argon2id; null: no password.
  password_hash text,
  expires_at timestamptz,
  embeddable boolean NOT NULL DEFAULT false,
  views integer NOT NULL DEFAULT 0,
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  -- Whether the reader may change the period and the filter.
  reader_period boolean NOT NULL DEFAULT false,
  reader_filter boolean NOT NULL DEFAULT false,
  last_viewed_at timestamptz
);
CREATE INDEX shares_bot ON shares (bot_key);

-- The audit log. Without foreign keys: it outlives accounts and bots. Entries are kept for a year.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  account_key text,
  -- The email or name at that time; '' = nobody signed in, the operator, or the product itself.
  actor text NOT NULL DEFAULT '',
  bot_key char(13),
  -- A value of contract/src/audit.ts.
  action text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  ip text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX audit_bot ON audit (bot_key, id);
CREATE INDEX audit_account ON audit (account_key, id);
CREATE INDEX audit_at ON audit (at);

-- Posts of What's new that an account has read.
CREATE TABLE news_read (
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  slug text NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_key, slug)
);
