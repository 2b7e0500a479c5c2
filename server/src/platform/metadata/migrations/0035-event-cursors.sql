-- How far each consumer has read the events of a bot (0048): one row a subject, claimed by the process that reads on.
CREATE TABLE event_cursors (
  consumer text NOT NULL,
  subject text NOT NULL,
  bot_key character(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  claimed_by text,
  claimed_until timestamptz,
  -- Grows with each holder.
  fence integer NOT NULL DEFAULT 0,
  -- Events received before then have been read.
  read_until timestamptz,
  PRIMARY KEY (consumer, subject)
);
CREATE INDEX event_cursors_bot ON event_cursors (bot_key);
INSERT INTO event_cursors (consumer, subject, bot_key, claimed_by, claimed_until, fence, read_until)
SELECT 'automations', bot_key, bot_key, claimed_by, claimed_until, fence, read_until FROM automation_watchers;
DROP TABLE automation_watchers;
