-- Claims have one form in every table: claimed_by and claimed_until, read and written by platform/claims.
ALTER TABLE outbox ALTER COLUMN claimed_by TYPE text;
ALTER TABLE campaign_senders RENAME COLUMN taken_by TO claimed_by;
ALTER TABLE campaign_senders RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE automation_watchers RENAME COLUMN taken_by TO claimed_by;
ALTER TABLE automation_watchers RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE user_jobs RENAME COLUMN taken_by TO claimed_by;
ALTER TABLE user_jobs RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE messages RENAME COLUMN taken_by TO claimed_by;
ALTER TABLE messages RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE api_requests RENAME COLUMN taken_by TO claimed_by;
ALTER TABLE api_requests RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE uploads RENAME COLUMN taken_by TO claimed_by;
ALTER TABLE campaign_ends RENAME COLUMN taken_until TO claimed_until;
ALTER TABLE campaign_ends ADD COLUMN claimed_by text;
