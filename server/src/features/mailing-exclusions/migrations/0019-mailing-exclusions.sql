-- Bot users who get no mailings.
CREATE TABLE mailing_exclusions (
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  -- Null: that account has been deleted.
  excluded_by text REFERENCES accounts (id) ON DELETE SET NULL,
  excluded_at timestamptz NOT NULL,
  PRIMARY KEY (bot_key, user_id)
);
CREATE INDEX mailing_exclusions_of_account ON mailing_exclusions (excluded_by);
