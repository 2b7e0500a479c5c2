-- Claims have one form in every table: claimed_by and claimed_until, read and written by platform/claims.

-- Values of the installation, such as secrets generated at the first start.
CREATE TABLE settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

-- Rate limits: attempts since the window opened. Stored here so that several processes count together.
CREATE TABLE attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);

-- Mails and Telegram messages that are on their way. A row is deleted when its message is sent.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- mail or telegram.
  kind text NOT NULL,
  -- Encrypted JSON: mails carry sign-in codes and links.
  payload_sealed text NOT NULL,
  -- Rows with the same key leave in the order of their ids; null: in any order. A keyed hash.
  order_key text,
  not_before timestamptz NOT NULL DEFAULT now(),
  -- Counted when a process takes the row, so that one that kills its process is not tried forever.
  attempts integer NOT NULL DEFAULT 0,
  -- The process that sends it, and until when no other may take it.
  claimed_by text,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Not sent after that: the code in it is no longer valid.
  expires_at timestamptz NOT NULL
);
CREATE INDEX outbox_due ON outbox (expires_at, id);
CREATE INDEX outbox_order ON outbox (order_key, id) WHERE order_key IS NOT NULL;

-- Background work at fixed times: one row a job, claimed by the process that runs it (docs/decisions/0047).
CREATE TABLE scheduled_jobs (
  name text PRIMARY KEY,
  -- Latest time of the schedule that needs no run any more.
  done_until timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz,
  claimed_by text,
  claimed_until timestamptz
);

-- How far each consumer has read the events of a bot (docs/decisions/0048): one row a subject, claimed by the process that
-- reads on.
CREATE TABLE event_cursors (
  consumer text NOT NULL,
  subject text NOT NULL,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  claimed_by text,
  claimed_until timestamptz,
  -- Grows with each holder.
  fence integer NOT NULL DEFAULT 0,
  -- Events received before then have been read.
  read_until timestamptz,
  PRIMARY KEY (consumer, subject)
);
CREATE INDEX event_cursors_bot ON event_cursors (bot_key);
