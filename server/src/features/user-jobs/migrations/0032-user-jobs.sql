-- Jobs in the background: on users of a bot, and on the messages of a campaign (docs/decisions/0050-one-engine-of-user-jobs.md).
CREATE TABLE user_jobs (
  job_id bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- The campaign whose messages are changed; null: the job is about users of the bot.
  campaign_id int REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  -- set_field | erase | anonymise | undo; edit | delete | pin | unpin
  action text NOT NULL,
  -- Parameters of the action; its feature knows them.
  params jsonb NOT NULL DEFAULT '{}',
  undo_of bigint REFERENCES user_jobs (job_id) ON DELETE CASCADE,
  -- Whom: see SegmentMembers in contract/src/segments.ts. Null once it has ended.
  members jsonb,
  -- waiting | running | stopping | stopped | done | failed
  state text NOT NULL DEFAULT 'waiting',
  total bigint NOT NULL,
  done bigint NOT NULL DEFAULT 0,
  -- By reason: how many users, or messages, were left as they were.
  failures jsonb NOT NULL DEFAULT '{}',
  skipped bigint NOT NULL DEFAULT 0,
  -- An error code, and Telegram's words for it.
  problem text NOT NULL DEFAULT '',
  problem_description text NOT NULL DEFAULT '',
  -- All users up to this one are done with, in the order of their ids.
  position bigint NOT NULL DEFAULT 0,
  -- The users that are being changed; written before they are, so that they can be repeated exactly.
  batch jsonb,
  account_key text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Failed tries since the last batch, and when the next one is.
  attempts int NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT now(),
  -- The process that runs it, until when, and when it last did.
  claimed_by text,
  claimed_until timestamptz,
  turn_at timestamptz
);
CREATE INDEX user_jobs_bot ON user_jobs (bot_key, job_id);
CREATE INDEX user_jobs_unfinished ON user_jobs (bot_key) WHERE state IN ('waiting', 'running', 'stopping');
CREATE UNIQUE INDEX user_jobs_undo ON user_jobs (undo_of);
CREATE INDEX user_jobs_account ON user_jobs (account_key);
CREATE INDEX user_jobs_of_campaign ON user_jobs (campaign_id, job_id) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX user_jobs_running_of_campaign ON user_jobs (campaign_id)
  WHERE campaign_id IS NOT NULL AND state = 'running';

-- What users had in the field before a job; deleted after a day.
CREATE TABLE user_job_undo (
  job_id bigint NOT NULL REFERENCES user_jobs (job_id) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  -- Null: nothing.
  value jsonb,
  -- The version that the job wrote.
  version bigint NOT NULL,
  PRIMARY KEY (job_id, user_id)
);
