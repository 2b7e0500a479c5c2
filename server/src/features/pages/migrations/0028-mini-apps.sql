-- Mini Apps whose pages report hits.
CREATE TABLE mini_apps (
  app_id int GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- Telegram's short name of it.
  system_name text NOT NULL,
  -- Public: it is in the page. 32 hexadecimal digits.
  key text NOT NULL UNIQUE,
  -- The key before, which is taken until then.
  old_key text UNIQUE,
  old_key_until timestamptz,
  -- enabled | paused | archived
  status text NOT NULL DEFAULT 'enabled',
  -- Where the page may be; none = anywhere.
  origins jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- Its hits are being deleted; then the row goes too.
  removed_at timestamptz
);
CREATE UNIQUE INDEX mini_apps_of_bot ON mini_apps (bot_key, lower(system_name)) WHERE removed_at IS NULL;

-- Openings of Mini Apps whose user is proven, for a week. One row for the opening's own ID and one for each name that a
-- script gave it: scripts send what proves the user once. Written with every opening, so nothing is checked against other
-- tables; rows of what is gone expire.
CREATE TABLE mini_app_launches (
  app_id int NOT NULL,
  name char(32) NOT NULL,
  launch char(32) NOT NULL,
  bot_key char(13) NOT NULL,
  user_id bigint NOT NULL,
  -- The user as Telegram showed them.
  person jsonb NOT NULL,
  -- hmac | ed25519
  proof text NOT NULL,
  auth_at timestamptz NOT NULL,
  proven_at timestamptz NOT NULL,
  -- ID of the event that its page began with; '' = not seen yet.
  opened_by text NOT NULL,
  PRIMARY KEY (app_id, name)
);
CREATE INDEX mini_app_launches_of_user ON mini_app_launches (bot_key, user_id);
CREATE INDEX mini_app_launches_by_age ON mini_app_launches (proven_at);

-- What pages sent that could not be read as an event, by kind.
CREATE TABLE mini_app_errors (
  app_id int NOT NULL REFERENCES mini_apps (app_id) ON DELETE CASCADE,
  problem text NOT NULL,
  -- The newest example.
  text text NOT NULL,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, problem)
);

-- The last hits that a process has seen, written while they are looked at in another process.
CREATE TABLE mini_app_recent_hits (
  app_id int NOT NULL REFERENCES mini_apps (app_id) ON DELETE CASCADE,
  instance_id text NOT NULL,
  hits jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (app_id, instance_id)
);
