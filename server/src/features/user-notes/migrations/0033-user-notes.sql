-- What colleagues write about a bot user for each other.
CREATE TABLE user_notes (
  note_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  -- Null: the author's account has been deleted.
  author_key text REFERENCES accounts (id) ON DELETE SET NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- A removal can be undone for a day.
  removed_at timestamptz
);
CREATE INDEX user_notes_of_user ON user_notes (bot_key, user_id);
CREATE INDEX user_notes_of_author ON user_notes (author_key);
CREATE INDEX user_notes_removed ON user_notes (removed_at) WHERE removed_at IS NOT NULL;

-- Who looks after a bot user. A colleague without access to the bot counts as nobody.
CREATE TABLE responsible_colleagues (
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  PRIMARY KEY (bot_key, user_id)
);
CREATE INDEX responsible_colleagues_of_account ON responsible_colleagues (account_key);
