-- Ordinary texts that users repeat, found in the events.
CREATE TABLE hidden_commands (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  text text NOT NULL,
  -- Disabled | Term | Stable
  state text NOT NULL DEFAULT 'Term',
  -- In the 30 days before the last search.
  count integer NOT NULL DEFAULT 0,
  users integer NOT NULL DEFAULT 0,
  found_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_key, text)
);
