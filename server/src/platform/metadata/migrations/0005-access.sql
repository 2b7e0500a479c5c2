ALTER TABLE accounts
  -- People without an e-mail came by Telegram.
  ALTER COLUMN email DROP NOT NULL,
  -- Id at Telegram, once it is linked.
  ADD COLUMN tid bigint UNIQUE,
  ADD COLUMN telegram_name text NOT NULL DEFAULT '',
  ADD COLUMN currency text NOT NULL DEFAULT 'RUB',
  ADD COLUMN report_currency text NOT NULL DEFAULT 'RUB',
  -- A number of contract/src/tariffs.ts: 4 has everything.
  ADD COLUMN tariff integer NOT NULL DEFAULT 4,
  -- Second factor: the secret (AES-256-GCM) and since when it is asked for; hashes of unused recovery codes.
  ADD COLUMN totp_sealed text,
  ADD COLUMN totp_at timestamptz,
  ADD COLUMN recovery_hashes jsonb NOT NULL DEFAULT '[]',
  -- Which kinds of message go where: {kind: [channel]}; what is absent has its usual channels.
  ADD COLUMN notify jsonb NOT NULL DEFAULT '{}',
  -- Runs the installation. It opens nobody's bots.
  ADD COLUMN is_admin boolean NOT NULL DEFAULT false;
UPDATE accounts SET is_admin = true WHERE id = (SELECT id FROM accounts ORDER BY created_at, id LIMIT 1);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Both base64url.
  credential_id text NOT NULL UNIQUE,
  public_key text NOT NULL,
  -- As the authenticator counts its uses; 0 for those that do not.
  counter bigint NOT NULL DEFAULT 0,
  transports jsonb NOT NULL DEFAULT '[]',
  name text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_account ON passkeys (account_id);

-- Who may do what with a bot that belongs to somebody else. Words of contract/src/access.ts and permissions.ts.
CREATE TABLE grants (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null: nothing but the keys and reports.
  role text,
  -- Besides those of the role.
  keys jsonb NOT NULL DEFAULT '[]',
  -- Single reports, by type.
  reports jsonb NOT NULL DEFAULT '[]',
  granted_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_key, account_key)
);
CREATE INDEX grants_account ON grants (account_key);

-- Links by which somebody else may come to a bot, and what he gets there.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- SHA-256 of the link's token, hexadecimal; and the token sealed, so that its maker can copy it again.
  token_hash text NOT NULL UNIQUE,
  token_sealed text NOT NULL,
  -- Only whoever has this e-mail may use it; null: whoever has the link.
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

-- One report for whoever has the link.
CREATE TABLE shares (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  token_sealed text NOT NULL,
  title text NOT NULL DEFAULT '',
  type_report text NOT NULL,
  -- Period, detail, filter …; what is in it cannot be changed by the reader.
  query jsonb NOT NULL DEFAULT '{}',
  -- argon2id; null: none is asked for.
  password_hash text,
  expires_at timestamptz,
  embeddable boolean NOT NULL DEFAULT false,
  views integer NOT NULL DEFAULT 0,
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX shares_bot ON shares (bot_key);

-- Who did what, when, from where. No foreign keys: it outlives accounts and bots. Kept for a year.
CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  account_key text,
  -- The e-mail or name then; '' = nobody signed in, the operator, or the product itself.
  actor text NOT NULL DEFAULT '',
  bot_key char(13),
  -- A word of contract/src/audit.ts.
  action text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  ip text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT ''
);
CREATE INDEX audit_bot ON audit (bot_key, id);
CREATE INDEX audit_account ON audit (account_key, id);
CREATE INDEX audit_at ON audit (at);

-- Posts of What's new that somebody has seen.
CREATE TABLE news_read (
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  slug text NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_key, slug)
);
