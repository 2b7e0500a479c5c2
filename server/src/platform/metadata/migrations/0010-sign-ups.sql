-- Sign-ups whose e-mail is not proven yet, each with its own password: the one whose code comes back becomes the account.
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

-- Mailed codes for people who are not signed in. The digits work in the browser that asked for them, the link anywhere.
CREATE TABLE mailed_codes (
  id uuid PRIMARY KEY,
  -- activation or reset.
  purpose text NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  device text NOT NULL,
  sign_up_id uuid REFERENCES sign_ups (id) ON DELETE CASCADE,
  -- HMAC-SHA-256 of the digits: there are only a million, a plain hash could be looked up.
  code_hash text NOT NULL,
  link_hash text NOT NULL UNIQUE,
  -- Wrong digits so far.
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (purpose, email, device)
);
CREATE INDEX mailed_codes_expiry ON mailed_codes (expires_at);

-- Browsers in which somebody has signed in to an account: their tries are counted apart from those of strangers.
CREATE TABLE known_devices (
  account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  device text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, device)
);
CREATE INDEX known_devices_seen ON known_devices (seen_at);

-- Whoever never proved the e-mail signs up again.
DELETE FROM accounts WHERE NOT email_verified AND tid IS NULL;
