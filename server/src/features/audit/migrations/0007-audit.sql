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
