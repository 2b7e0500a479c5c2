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
  -- The user whose traffic the newest example is; null where it says none. An erasure deletes the lines of its users, and
  -- takes the words out of examples that say none.
  user_id bigint,
  UNIQUE (bot_key, kind, code, method, reason)
);
CREATE INDEX bot_errors_age ON bot_errors (last_at);
