-- Jobs on users of a bot and jobs on the messages of a campaign are rows of one table.
ALTER TABLE user_jobs RENAME COLUMN after_user TO position;
ALTER TABLE user_jobs
  -- The campaign whose messages are changed; null: the job is about users of the bot.
  ADD COLUMN campaign_id int REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  -- Parameters of the action; its feature knows them.
  ADD COLUMN params jsonb NOT NULL DEFAULT '{}',
  -- By reason: how many users, or messages, were left as they were.
  ADD COLUMN failures jsonb NOT NULL DEFAULT '{}',
  -- Telegram's words for the problem.
  ADD COLUMN problem_description text NOT NULL DEFAULT '';
UPDATE user_jobs SET
  params = jsonb_build_object('field', field, 'value', value, 'time_zone', time_zone, 'keeps_undo', keeps_undo),
  failures = CASE failed WHEN 0 THEN '{}' ELSE jsonb_build_object('rejected', failed) END,
  batch = batch || jsonb_build_object('key', coalesce(batch -> 'erasureId', batch -> 'version'));
ALTER TABLE user_jobs
  DROP COLUMN field, DROP COLUMN value, DROP COLUMN time_zone, DROP COLUMN keeps_undo, DROP COLUMN failed;

INSERT INTO user_jobs (
  bot_key, campaign_id, action, params, state, total, done, failures, problem, problem_description, position,
  account_key, created_at, ended_at
)
SELECT
  campaign.bot_key, job.campaign_id, job.action::text,
  CASE WHEN job.message IS NULL THEN '{}'
    ELSE jsonb_build_object('message', job.message, 'previous', job.previous_message) END,
  CASE job.status WHEN 'Running' THEN 'running' WHEN 'Stopped' THEN 'stopped' WHEN 'Done' THEN 'done' ELSE 'failed' END,
  job.total, job.done, job.failures, job.problem, job.problem_description, job.position,
  job.created_by, job.created_at, coalesce(job.finished_at, CASE WHEN job.status <> 'Running' THEN job.created_at END)
FROM campaign_jobs AS job JOIN campaigns AS campaign USING (campaign_id)
ORDER BY job.job_id;
DROP TABLE campaign_jobs;
DROP TYPE sent_message_action;
DROP TYPE sent_message_job_status;

CREATE INDEX user_jobs_account ON user_jobs (account_key);
CREATE INDEX user_jobs_of_campaign ON user_jobs (campaign_id, job_id) WHERE campaign_id IS NOT NULL;
CREATE UNIQUE INDEX user_jobs_running_of_campaign ON user_jobs (campaign_id)
  WHERE campaign_id IS NOT NULL AND state = 'running';
