-- Several ClickHouse servers. There are no rows while there is one server, or the embedded engine.
CREATE TABLE event_servers (
  -- Stored in the server itself too, so its address may change.
  id text PRIMARY KEY,
  -- For the operator, without user and password.
  address text NOT NULL,
  -- It has the bots without a server of their own: it was the only one before.
  is_default boolean NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX event_servers_default ON event_servers (is_default) WHERE is_default;

-- Here and not in the migration of bots, because event_moves below references bots.
ALTER TABLE bots ADD FOREIGN KEY (event_server) REFERENCES event_servers (id);

-- Bots that are being moved to another server (docs/decisions/0024).
CREATE TABLE event_moves (
  bot_key char(13) PRIMARY KEY REFERENCES bots (key) ON DELETE CASCADE,
  source text NOT NULL REFERENCES event_servers (id),
  target text NOT NULL REFERENCES event_servers (id),
  state text NOT NULL,
  -- When the state was entered.
  since timestamptz NOT NULL DEFAULT now(),
  -- How far the copy has come: {table, after}.
  progress jsonb,
  -- What the last step found wrong; '' = nothing.
  problem text NOT NULL DEFAULT '',
  started_at timestamptz NOT NULL DEFAULT now()
);
