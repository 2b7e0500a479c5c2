-- Mini Apps and websites are pages of two kinds, in one table. Their numbers stay: those of before may be the same in both
-- kinds, new ones are not.
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

INSERT INTO pages (kind, page_id, bot_key, name, key, old_key, old_key_until, status, places, options, created_at, removed_at)
OVERRIDING SYSTEM VALUE
SELECT 'app', app_id, bot_key, system_name, key, old_key, old_key_until, status, origins, NULL::jsonb, created_at, removed_at
FROM mini_apps
UNION ALL
SELECT 'site', site_id, bot_key, name, key, old_key, old_key_until, status, domains, options, created_at, removed_at
FROM websites;
-- A number is given once, also that of a page that is gone.
SELECT setval('pages_page_id_seq', greatest(
  (SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM mini_apps_app_id_seq),
  (SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM websites_site_id_seq)
));

-- Malformed events of pages, counted by kind of problem.
CREATE TABLE page_errors (
  kind text NOT NULL,
  page_id int NOT NULL,
  bot_key char(13) NOT NULL,
  problem text NOT NULL,
  -- The newest example.
  text text NOT NULL,
  -- The user of the example; null where nobody is proven.
  user_id bigint,
  count bigint NOT NULL,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (kind, page_id, problem),
  FOREIGN KEY (kind, page_id) REFERENCES pages ON DELETE CASCADE
);
CREATE INDEX page_errors_of_bot ON page_errors (bot_key);
INSERT INTO page_errors (kind, page_id, bot_key, problem, text, user_id, count, first_at, last_at)
SELECT 'app', app_id, bot_key, problem, text, user_id, count, first_at, last_at
FROM mini_app_errors JOIN mini_apps USING (app_id)
UNION ALL
SELECT 'site', site_id, bot_key, problem, text, user_id, count, first_at, last_at
FROM website_errors JOIN websites USING (site_id);

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

-- Tickets and known visits are deleted with their website's row, as launches are with their Mini App's.
ALTER TABLE site_tickets DROP CONSTRAINT site_tickets_site_id_fkey;
ALTER TABLE known_site_visits DROP CONSTRAINT known_site_visits_site_id_fkey;
DROP TABLE mini_app_errors, website_errors, mini_app_recent_hits, website_recent_hits, mini_apps, websites;

-- One job deletes removed pages of both kinds; it goes on where that of websites was.
DELETE FROM scheduled_jobs WHERE name = 'forget-removed-mini-apps';
UPDATE scheduled_jobs SET name = 'forget-removed-pages' WHERE name = 'forget-removed-websites';
