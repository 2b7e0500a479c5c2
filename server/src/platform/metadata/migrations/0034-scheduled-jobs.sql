-- Background work at fixed times: one row a job, claimed by the process that runs it (0047). Before, a job queue had a
-- schema of its own.
CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  -- Latest time of the schedule that needs no run any more.
  done_until timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz,
  claimed_by text,
  claimed_until timestamptz
);
DROP SCHEMA IF EXISTS jobs CASCADE;
