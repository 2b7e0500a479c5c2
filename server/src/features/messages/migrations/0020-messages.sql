-- What the product itself sends to users, one row a message. A row is 'sending' on disk before Telegram is called, so
-- after a crash nobody has to guess which messages may have left.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  -- The order within a chat.
  number bigint GENERATED ALWAYS AS IDENTITY,
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  -- operator
  origin text NOT NULL,
  author text REFERENCES accounts (id) ON DELETE SET NULL,
  -- The client's name for it.
  idempotency_key text NOT NULL,
  -- Method of the Bot API.
  method text NOT NULL,
  content jsonb NOT NULL,
  -- waiting | sending | delivered | refused | unknown | cancelled
  status text NOT NULL,
  reason text,
  -- Telegram's words.
  description text NOT NULL DEFAULT '',
  message_id bigint,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL,
  -- The instance and the run of the process that sends it, and until when it is given time to say what came of it.
  claimed_by text,
  claimed_until timestamptz,
  -- The instance that has its file.
  file_instance text,
  -- HTTP status and JSON of Telegram's answer, until they are in the events.
  answer jsonb,
  -- False while the answer has to be recorded as an event.
  is_recorded boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  sending_at timestamptz,
  finished_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  dismissed_at timestamptz,
  UNIQUE (bot_key, idempotency_key)
);
-- One message at a time in a chat, whatever processes there are.
CREATE UNIQUE INDEX messages_sending ON messages (bot_key, chat_id) WHERE status = 'sending';
CREATE INDEX messages_waiting ON messages (bot_key, chat_id, number) WHERE status = 'waiting';
CREATE INDEX messages_unrecorded ON messages (number) WHERE NOT is_recorded;
CREATE INDEX messages_of_user ON messages (bot_key, user_id, number);
CREATE INDEX messages_of_author ON messages (author);

-- Files that wait to be sent, in the folder `messages` of the instance's data directory.
CREATE TABLE message_files (
  id uuid PRIMARY KEY,
  bot_key text NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  instance text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX message_files_of_bot ON message_files (bot_key);
