-- Automations are campaigns that send their message to each user for whom something happens. What triggered one, one row
-- for each user and trigger: written once, however often the trigger is seen.
-- 'waiting': its delay is not over. 'armed': the message is the user's row of campaign_recipients. 'ended': that row has
-- become the one of a later trigger, and its outcome is here. 'skipped': no message, for a reason.
CREATE TYPE automation_run_status AS ENUM ('waiting', 'armed', 'ended', 'skipped');
CREATE TABLE automation_runs (
  user_id bigint NOT NULL,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  -- The event, or the evaluation in which the user entered the segment.
  trigger_id text NOT NULL,
  status automation_run_status NOT NULL DEFAULT 'waiting',
  triggered_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why it was skipped, or of 'ended', why it was not delivered.
  reason text,
  -- Of 'ended'.
  outcome recipient_status,
  PRIMARY KEY (campaign_id, user_id, trigger_id)
);
CREATE INDEX automation_runs_waiting ON automation_runs (campaign_id, due_at) WHERE status = 'waiting';
CREATE INDEX automation_runs_of_time ON automation_runs (campaign_id, triggered_at);
CREATE INDEX automation_runs_skipped ON automation_runs (ended_at) WHERE status = 'skipped';

-- Skipped triggers that were deleted, by reason: the totals contain them.
CREATE TABLE automation_skips (
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  reason text NOT NULL,
  runs int NOT NULL,
  PRIMARY KEY (campaign_id, reason)
);

-- How far the evaluation of a segment is: its members as of the last round are in the event store.
CREATE TABLE automation_segments (
  campaign_id int PRIMARY KEY REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  -- The start or resumption that the members belong to.
  active_since timestamptz NOT NULL,
  round int NOT NULL DEFAULT 0,
  evaluated_at timestamptz
);
