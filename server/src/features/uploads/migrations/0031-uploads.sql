-- Uploaded files whose rows become events. A file lies in the data directory of one process, which reads it.
CREATE TABLE uploads (
  id uuid PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  format text NOT NULL,
  content text NOT NULL,
  state text NOT NULL DEFAULT 'ready',
  -- Error code of a failed upload.
  failure text,
  columns jsonb NOT NULL DEFAULT '[]',
  preview jsonb NOT NULL DEFAULT '[]',
  mapping jsonb NOT NULL DEFAULT '{}',
  read_bytes bigint NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  rejected_rows jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- The instance that has the file, and when it was last there.
  owner uuid NOT NULL,
  owner_seen_at timestamptz NOT NULL DEFAULT now(),
  -- The run of the owner's process that reads the file; null: it has not begun.
  claimed_by uuid,
  -- Another process was asked to stop it.
  cancel_requested boolean NOT NULL DEFAULT false
);
CREATE INDEX uploads_bot ON uploads (bot_key, created_at);
CREATE INDEX uploads_owner ON uploads (owner);

-- The report of rejected rows of an upload: CSV, gzip, at most 8 MB unpacked.
CREATE TABLE upload_reports (
  upload_id uuid PRIMARY KEY REFERENCES uploads (id) ON DELETE CASCADE,
  csv_gzip bytea NOT NULL
);
