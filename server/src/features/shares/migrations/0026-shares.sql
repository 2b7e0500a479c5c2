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
