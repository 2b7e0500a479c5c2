-- Pages that report hits are Mini Apps and websites, each of one bot. Numbers are given once in both kinds.
CREATE TABLE pages (
  -- app | site
  kind text NOT NULL,
  page_id int GENERATED ALWAYS AS IDENTITY (START WITH 101) NOT NULL,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- Telegram's short name of a Mini App.
  name text NOT NULL,
  -- Public: it is in the page. 32 hexadecimal digits.
  key text NOT NULL UNIQUE,
  -- The key before, which is taken until then.
  old_key text UNIQUE,
  old_key_until timestamptz,
  -- enabled | paused | archived
  status text NOT NULL DEFAULT 'enabled',
  -- Where its pages may be: origins of a Mini App (none = anywhere), domains of a website.
  places jsonb NOT NULL,
  -- Of websites.
  options jsonb,
  created_at timestamptz NOT NULL,
  -- Its hits are being deleted; then the row goes too.
  removed_at timestamptz,
  PRIMARY KEY (kind, page_id)
);
CREATE UNIQUE INDEX pages_of_bot ON pages (bot_key, kind, lower(name)) WHERE removed_at IS NULL;

-- Malformed events of pages, counted by kind of problem.
CREATE TABLE page_errors (
  kind text NOT NULL,
  page_id int NOT NULL,
  bot_key char(13) NOT NULL,
  problem text NOT NULL,
  -- The newest example.
  text text NOT NULL,
  -- The user of the example; null where nobody is proven. An erasure deletes the lines of its users, and takes the words out
  -- of examples that say none.
  user_id bigint,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (kind, page_id, problem),
  FOREIGN KEY (kind, page_id) REFERENCES pages ON DELETE CASCADE
);
CREATE INDEX page_errors_of_bot ON page_errors (bot_key);

-- The last hits that a process has seen, written while they are looked at in another process, for an hour.
CREATE TABLE page_recent_hits (
  kind text NOT NULL,
  page_id int NOT NULL,
  bot_key char(13) NOT NULL,
  instance_id text NOT NULL,
  hits jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (kind, page_id, instance_id),
  FOREIGN KEY (kind, page_id) REFERENCES pages ON DELETE CASCADE
);
CREATE INDEX page_recent_hits_of_bot ON page_recent_hits (bot_key);

-- Openings of Mini Apps whose user is proven, for a week. One row for the opening's own ID and one for each name that a
-- script gave it: scripts send what proves the user once. Written with every opening, so nothing is checked against other
-- tables; rows are deleted with the Mini App's row, or expire.
CREATE TABLE mini_app_launches (
  app_id int NOT NULL,
  name char(32) NOT NULL,
  launch char(32) NOT NULL,
  bot_key char(13) NOT NULL,
  user_id bigint NOT NULL,
  -- The user as Telegram showed them.
  profile jsonb NOT NULL,
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

-- What the hashes of visitors are made with on one day (UTC), the same in all processes. Deleted after 48 hours: then nobody can
-- find out whose address a visitor's hash was made of.
CREATE TABLE site_salts (
  day date PRIMARY KEY,
  salt text NOT NULL
);

-- Visits to websites whose users are proven, for a day. A proof counts for one visit alone. They are deleted with their
-- website's row.
CREATE TABLE known_site_visits (
  site_id int NOT NULL,
  -- The script's name of the visit: 32 hexadecimal digits, known to the tab alone.
  visit char(32) NOT NULL,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  -- Hash of the code, or of what Telegram signed.
  proof char(64) NOT NULL,
  proven_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, visit)
);
CREATE UNIQUE INDEX known_site_visits_by_proof ON known_site_visits (bot_key, proof);
CREATE INDEX known_site_visits_of_user ON known_site_visits (bot_key, user_id);
CREATE INDEX known_site_visits_by_age ON known_site_visits (proven_at);
