-- Processes that relay and poll for bots, each known by its instance. A row that is not prolonged in time is deleted by
-- another process, and its leases with it. Times are the database's.
CREATE TABLE lease_holders (
  instance_id text PRIMARY KEY,
  -- Where the other processes reach it; empty = nowhere.
  address text NOT NULL,
  until timestamptz NOT NULL
);

-- Which of them serves a bot.
CREATE TABLE bot_leases (
  bot_key text PRIMARY KEY REFERENCES bots (key) ON DELETE CASCADE,
  instance_id text NOT NULL REFERENCES lease_holders (instance_id) ON DELETE CASCADE
);
CREATE INDEX bot_leases_of_instance ON bot_leases (instance_id);

-- Holders whose row was deleted because they were silent.
CREATE TABLE dead_lease_holders (
  instance_id text PRIMARY KEY,
  died_at timestamptz NOT NULL
);
