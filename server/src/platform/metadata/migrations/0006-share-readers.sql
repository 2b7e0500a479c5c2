-- What the reader of a share may do besides reading, and when somebody last did.
ALTER TABLE shares
  ADD COLUMN reader_period boolean NOT NULL DEFAULT false,
  ADD COLUMN reader_filter boolean NOT NULL DEFAULT false,
  ADD COLUMN last_viewed_at timestamptz;
