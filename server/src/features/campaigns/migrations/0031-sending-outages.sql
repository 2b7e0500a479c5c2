-- How long a wait lasted when it was stored: a clock that is set back makes none longer.
ALTER TABLE campaign_senders ADD COLUMN limited_ms double precision NOT NULL DEFAULT 0;
-- Telegram did not answer the bot: how often its circuit has opened, and until when nothing is called.
ALTER TABLE campaign_senders ADD COLUMN outage_openings int NOT NULL DEFAULT 0;
ALTER TABLE campaign_senders ADD COLUMN outage_until timestamptz;
ALTER TABLE campaign_senders ADD COLUMN outage_ms double precision NOT NULL DEFAULT 0;
-- limit | outage | quiet_hours; '' where nothing is waited for.
ALTER TABLE campaigns ADD COLUMN paused_for text NOT NULL DEFAULT '';
