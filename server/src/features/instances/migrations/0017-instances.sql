-- The processes of the installation, each known by its data directory. Times are the database's.
CREATE TABLE instances (
  id text PRIMARY KEY,
  roles text NOT NULL,
  host text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL,
  -- All rows that it accepted before this moment are in the event store.
  stored_until timestamptz,
  -- Rows that wait in its spool.
  spooled_rows bigint NOT NULL
);
