-- Jobs on the delivered messages of a campaign: docs/decisions/0034-after-sending.md.
ALTER TABLE campaign_recipients ADD COLUMN deleted_at timestamptz;

CREATE TYPE sent_message_action AS ENUM ('edit', 'delete', 'pin', 'unpin');
CREATE TYPE sent_message_job_status AS ENUM ('Running', 'Stopped', 'Done', 'Error');
CREATE TABLE campaign_jobs (
  job_id int GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  action sent_message_action NOT NULL,
  status sent_message_job_status NOT NULL DEFAULT 'Running',
  -- An error code, and Telegram's words for it.
  problem text NOT NULL DEFAULT '',
  problem_description text NOT NULL DEFAULT '',
  -- Of 'edit': the message as it becomes, and as it was.
  message jsonb,
  previous_message jsonb,
  -- Messages of users up to this id are done with.
  position bigint NOT NULL DEFAULT 0,
  total int NOT NULL,
  done int NOT NULL DEFAULT 0,
  -- By reason: how many messages were left as they were.
  failures jsonb NOT NULL DEFAULT '{}',
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX campaign_jobs_of_campaign ON campaign_jobs (campaign_id, job_id);
CREATE UNIQUE INDEX campaign_jobs_running ON campaign_jobs (campaign_id) WHERE status = 'Running';
CREATE INDEX campaign_jobs_created_by ON campaign_jobs (created_by);

-- Requests of the public API that carry an Idempotency-Key, for a day. Written before anything happens.
CREATE TABLE api_requests (
  request_id uuid PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  -- SHA-256 of the call and its body.
  body_hash text NOT NULL,
  -- The process that works on it, and until when others wait for it.
  taken_by text NOT NULL,
  taken_until timestamptz NOT NULL,
  -- Null: there is no answer yet.
  status int,
  answer text,
  created_at timestamptz NOT NULL,
  UNIQUE (bot_key, idempotency_key)
);
CREATE INDEX api_requests_created_at ON api_requests (created_at);

-- The requests that created a campaign and started it: repeated after a crash, they find what they did.
ALTER TABLE campaigns ADD COLUMN created_by_request uuid;
ALTER TABLE campaigns ADD COLUMN started_by_request uuid;
CREATE UNIQUE INDEX campaigns_created_by_request ON campaigns (created_by_request)
  WHERE created_by_request IS NOT NULL;
