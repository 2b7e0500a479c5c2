CREATE TABLE erasures (
  erasure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- erase | anonymise
  mode text NOT NULL,
  users integer NOT NULL,
  -- waiting | running | hidden | done
  state text NOT NULL DEFAULT 'waiting',
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  -- The process that works on it, and until when it is given time to say that it still does.
  claimed_by text,
  claimed_until timestamptz,
  hidden_at timestamptz,
  -- When the event store had rewritten its files, by its own clock; null until then.
  purged_at timestamptz,
  done_at timestamptz,
  -- Rows deleted so far, by place.
  places jsonb NOT NULL DEFAULT '{}',
  -- See contract/src/erasures.ts.
  certificate jsonb
);
CREATE INDEX erasures_of_bot ON erasures (bot_key, erasure_id);
CREATE INDEX erasures_open ON erasures (erasure_id) WHERE state != 'done';
CREATE INDEX erasures_of_account ON erasures (created_by);

CREATE TABLE erasure_users (
  erasure_id bigint NOT NULL REFERENCES erasures (erasure_id) ON DELETE CASCADE,
  user_hash text NOT NULL,
  -- Encrypted: who it is, and what replaces them. Null once the erasure is done.
  user_sealed text,
  PRIMARY KEY (erasure_id, user_hash)
);
