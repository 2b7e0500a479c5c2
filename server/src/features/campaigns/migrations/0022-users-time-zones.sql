-- Campaigns by users' own time: docs/decisions/0037-users-time-zones.md.
-- The custom field that has users' time zones; null: none.
ALTER TABLE mailing_settings ADD COLUMN time_zone_field text;

-- When the user's own time comes; null where the campaign goes to everyone as fast as it can.
ALTER TABLE campaign_recipients ADD COLUMN send_at timestamptz;
-- The next ones who are due are its first rows, however many wait for later.
CREATE INDEX campaign_recipients_timed ON campaign_recipients (campaign_id, send_at, user_id)
  WHERE status = 'ForSend' AND send_at IS NOT NULL;

-- How many recipients were written down for each moment, kept by the statement that adds them: the page of a campaign
-- asks every second, and counting a million rows takes too long for that.
CREATE TABLE campaign_user_times (
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  send_at timestamptz NOT NULL,
  users int NOT NULL,
  PRIMARY KEY (campaign_id, send_at)
);
