-- Events that features publish to integrations, written in the transaction of what happened, for a week. Those of the event
-- store are not here.
CREATE TABLE integration_events (
  event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  type text NOT NULL,
  -- An event is published once: a repeated transaction writes the same key.
  once_key text NOT NULL,
  happened_at timestamptz NOT NULL,
  user_id bigint,
  data jsonb NOT NULL,
  UNIQUE (bot_key, type, once_key)
);
CREATE INDEX integration_events_of_bot ON integration_events (bot_key, event_id);
