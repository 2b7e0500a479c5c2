-- Websites whose pages report hits, each for one bot.
CREATE TABLE websites (
  site_id int GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL,
  -- Public: it is in the page. 32 hexadecimal digits.
  key text NOT NULL UNIQUE,
  -- The key before, which is taken until then.
  old_key text UNIQUE,
  old_key_until timestamptz,
  -- enabled | paused | archived
  status text NOT NULL DEFAULT 'enabled',
  -- Where the pages are.
  domains jsonb NOT NULL,
  options jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- Its hits are being deleted; then the row goes too.
  removed_at timestamptz
);
CREATE UNIQUE INDEX websites_of_bot ON websites (bot_key, lower(name)) WHERE removed_at IS NULL;

-- What pages sent that could not be read as an event, by kind.
CREATE TABLE website_errors (
  site_id int NOT NULL REFERENCES websites (site_id) ON DELETE CASCADE,
  problem text NOT NULL,
  -- The newest example.
  text text NOT NULL,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, problem)
);

-- The last hits that a process has seen, written while they are looked at in another process.
CREATE TABLE website_recent_hits (
  site_id int NOT NULL REFERENCES websites (site_id) ON DELETE CASCADE,
  instance_id text NOT NULL,
  hits jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (site_id, instance_id)
);

-- What the hashes of visitors are made with on one day (UTC), the same in all processes. Deleted after 48 hours: then nobody can
-- find out whose address a visitor's hash was made of.
CREATE TABLE site_salts (
  day date PRIMARY KEY,
  salt text NOT NULL
);

-- Visits to websites behind links to the bot, for 30 days. A ticket is claimed by the first user who starts the bot with
-- it. Where that start came before the visit, there is no visit yet.
CREATE TABLE site_tickets (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  ticket char(11) NOT NULL,
  site_id int REFERENCES websites (site_id) ON DELETE CASCADE,
  -- Campaign parameters, referrer, host and entry path.
  visit jsonb,
  made_at timestamptz NOT NULL,
  claimed_by bigint,
  claimed_at timestamptz,
  -- Of a start that came before the visit: its events, which are corrected when the visit comes.
  starts jsonb,
  PRIMARY KEY (bot_key, ticket)
);
CREATE INDEX site_tickets_of_site ON site_tickets (site_id, made_at);
CREATE INDEX site_tickets_of_user ON site_tickets (bot_key, claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX site_tickets_by_age ON site_tickets (made_at);
