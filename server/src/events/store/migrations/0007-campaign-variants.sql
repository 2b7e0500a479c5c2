-- Which message of a campaign a recipient got. 'Control' is a status of its own: its control group, at its start.
ALTER TABLE campaign_outcomes ADD COLUMN IF NOT EXISTS variant UInt8 DEFAULT 0 AFTER message_id;
ALTER TABLE campaign_outcomes ADD COLUMN IF NOT EXISTS language LowCardinality(String) DEFAULT '' AFTER variant;
