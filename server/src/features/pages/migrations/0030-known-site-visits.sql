-- Visits to websites whose users are proven, for a day. A proof counts for one visit alone.
CREATE TABLE known_site_visits (
  site_id int NOT NULL REFERENCES websites (site_id) ON DELETE CASCADE,
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
