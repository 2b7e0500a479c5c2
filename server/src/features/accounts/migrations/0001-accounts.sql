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
  -- When it was last used, to within minutes.
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

-- Mailed codes for owners who are not signed in. The digits work in the browser that requested them, the link anywhere.
CREATE TABLE mailed_codes (
  id uuid PRIMARY KEY,
  -- activation or reset.
  purpose text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  device text NOT NULL,
  -- Null: there was none to activate, or the code is for a new password.
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
