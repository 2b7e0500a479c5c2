-- Updates that wait for a bot on the disk of a process.
CREATE TABLE waiting_updates (
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  instance_id text NOT NULL,
  updates integer NOT NULL,
  PRIMARY KEY (bot_key, instance_id)
);
