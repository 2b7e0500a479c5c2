CREATE TABLE notifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text NOT NULL,
  code text NOT NULL,
  state text NOT NULL,
  bot_key char(13) REFERENCES bots (key) ON DELETE CASCADE,
  detail text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- What the notification is known by, where it may be sent again after a crash.
  once_key uuid
);
CREATE INDEX notifications_account ON notifications (account_key, id);
CREATE UNIQUE INDEX notifications_once ON notifications (account_key, once_key) WHERE once_key IS NOT NULL;
