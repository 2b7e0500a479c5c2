CREATE TABLE integrations (
  integration_id int GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  -- In addresses. 16 hexadecimal digits.
  key text NOT NULL UNIQUE,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  provider text NOT NULL,
  name text NOT NULL,
  -- on | paused | stopped
  status text NOT NULL DEFAULT 'on',
  settings jsonb NOT NULL,
  -- A JSON object, sealed.
  secrets text NOT NULL,
  -- The last letters of each secret, by which owners know them.
  hints jsonb NOT NULL,
  selection jsonb NOT NULL,
  privacy jsonb NOT NULL,
  -- Integrations of one lane share limits of the provider, so one process sends for all of them.
  lane text NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL,
  -- Earlier events are not sent.
  active_since timestamptz NOT NULL,
  -- Requests that failed in a row, and when the first of them did.
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz,
  -- Nothing is sent before.
  resume_at timestamptz,
  problem_code text,
  problem_detail text NOT NULL DEFAULT '',
  problem_at timestamptz,
  -- Its owner was notified of the failures that go on.
  warned_at timestamptz,
  last_delivered_at timestamptz
);
CREATE INDEX integrations_of_bot ON integrations (bot_key);
CREATE INDEX integrations_of_lane ON integrations (lane);

CREATE TABLE integration_lanes (
  lane text PRIMARY KEY,
  claimed_by text,
  claimed_until timestamptz,
  fence int NOT NULL DEFAULT 0
);

-- One row for each event of an integration, and for each file of those that send files.
CREATE TABLE integration_deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY,
  integration_id int NOT NULL REFERENCES integrations ON DELETE CASCADE,
  -- Type and ID of the event: what is found twice is one delivery.
  event_key text NOT NULL,
  type text NOT NULL,
  user_id bigint,
  happened_at timestamptz NOT NULL,
  -- The event as it is sent.
  event jsonb NOT NULL,
  -- More than 1 in a file.
  events int NOT NULL DEFAULT 1,
  -- waiting | sending | delivered | failed | unknown
  state text NOT NULL DEFAULT 'waiting',
  -- 0: as it happens; 1: of the past, sent after those.
  priority smallint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  -- Requests by which it was sent, the oldest first.
  attempt_ids uuid[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  settled_at timestamptz,
  -- Word of `deliveryProblems`, and what the provider said.
  code text,
  detail text NOT NULL DEFAULT '',
  PRIMARY KEY (integration_id, event_key)
);
CREATE UNIQUE INDEX integration_deliveries_by_id ON integration_deliveries (integration_id, delivery_id);
CREATE INDEX integration_deliveries_due ON integration_deliveries (integration_id, priority, delivery_id)
  WHERE state = 'waiting';
CREATE INDEX integration_deliveries_by_due ON integration_deliveries (integration_id, due_at) WHERE state = 'waiting';
CREATE INDEX integration_deliveries_sending ON integration_deliveries (integration_id) WHERE state = 'sending';
CREATE INDEX integration_deliveries_by_state ON integration_deliveries (integration_id, state, delivery_id);
CREATE INDEX integration_deliveries_of_user ON integration_deliveries (user_id) WHERE user_id IS NOT NULL;

-- Requests that were sent, or tried.
CREATE TABLE integration_attempts (
  attempt_id uuid PRIMARY KEY,
  integration_id int NOT NULL REFERENCES integrations ON DELETE CASCADE,
  deliveries int NOT NULL,
  started_at timestamptz NOT NULL,
  ms int NOT NULL,
  status int,
  code text,
  -- At most 2,000 characters.
  answer text NOT NULL
);
CREATE INDEX integration_attempts_by_start ON integration_attempts (integration_id, started_at);

-- What became of deliveries whose rows are deleted, by day of the end.
CREATE TABLE integration_days (
  integration_id int NOT NULL REFERENCES integrations ON DELETE CASCADE,
  day date NOT NULL,
  state text NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (integration_id, day, state)
);

-- What a provider has to remember: IDs of contacts that it made, the next free row of a sheet.
CREATE TABLE integration_memory (
  integration_id int NOT NULL REFERENCES integrations ON DELETE CASCADE,
  key text NOT NULL,
  value jsonb NOT NULL,
  -- Of a value about a user.
  user_id bigint,
  PRIMARY KEY (integration_id, key)
);
CREATE INDEX integration_memory_of_user ON integration_memory (user_id) WHERE user_id IS NOT NULL;

-- Events from before an integration that are to be sent; the cursor of this row's ID reads them.
CREATE TABLE integration_backfills (
  backfill_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  integration_id int NOT NULL REFERENCES integrations ON DELETE CASCADE,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  events int NOT NULL DEFAULT 0,
  finished_at timestamptz
);

-- The last requests of request bins.
CREATE TABLE integration_bin_requests (
  request_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  integration_id int NOT NULL REFERENCES integrations ON DELETE CASCADE,
  received_at timestamptz NOT NULL,
  user_id bigint,
  request jsonb NOT NULL
);
CREATE INDEX integration_bin_requests_of ON integration_bin_requests (integration_id, request_id);
