-- Times are timestamptz everywhere; keys of accounts, sessions and credentials are random text made by the sign-in library.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  -- True once a code sent to the e-mail came back: the account is active.
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL DEFAULT '',
  image text,
  locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- One way to sign in of one account. A password is the provider 'credential'; others come with other providers.
CREATE TABLE credentials (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (issuer, provider_account_id)
);
CREATE INDEX credentials_account ON credentials (account_id);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_account ON sessions (account_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Codes on their way to somebody's mailbox: their hash and the number of wrong tries.
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

-- Rate limits: how often something was tried since its window opened. Here, so that several processes count together.
CREATE TABLE attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

-- Secrets made at the first start, and the like.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL
);
