-- Visits to websites behind links to the bot, for 30 days. A ticket is claimed by the first user who starts the bot with
-- it. Where that start came before the visit, there is no visit yet. Tickets are deleted with their website's row.
CREATE TABLE site_tickets (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  ticket char(11) NOT NULL,
  site_id int,
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
