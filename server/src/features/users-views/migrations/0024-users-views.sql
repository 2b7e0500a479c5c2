-- Saved views of the list of users. They go with their author's account, the shared ones too.
CREATE TABLE users_views (
  view_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name text NOT NULL,
  is_shared boolean NOT NULL,
  -- See contract/src/users-views.ts.
  state jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
CREATE INDEX users_views_bot ON users_views (bot_key);
CREATE INDEX users_views_account ON users_views (account_key);
