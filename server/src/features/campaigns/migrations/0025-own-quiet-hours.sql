-- Quiet hours of users' own time zones: docs/decisions/0037-users-time-zones.md.
-- Null: that of the settings, or the campaign has no such quiet hours.
ALTER TABLE campaign_recipients ADD COLUMN zone text;

-- Those that recipients of a campaign have, some hundreds at most: the sender asks which of them are quiet now.
CREATE TABLE campaign_zones (
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  zone text NOT NULL,
  PRIMARY KEY (campaign_id, zone)
);
