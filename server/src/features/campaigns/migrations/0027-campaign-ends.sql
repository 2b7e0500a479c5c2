-- Campaigns that ended by themselves, until those whom it concerns are notified. Written by the statement that ends them.
CREATE TABLE campaign_ends (
  end_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  -- finished | failed | missed | paused
  how text NOT NULL,
  -- Telegram's words, or an error code.
  description text NOT NULL DEFAULT '',
  -- The notification that it is part of: the same if it is sent again.
  notice uuid,
  taken_until timestamptz
);
CREATE INDEX campaign_ends_of_bot ON campaign_ends (bot_key);
CREATE INDEX campaign_ends_of_campaign ON campaign_ends (campaign_id);

-- Skipped triggers that were deleted, by reason: the totals contain them.
CREATE TABLE automation_skips (
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  reason text NOT NULL,
  runs int NOT NULL,
  PRIMARY KEY (campaign_id, reason)
);
CREATE INDEX automation_runs_skipped ON automation_runs (ended_at) WHERE status = 'skipped';
