-- Links of the link builder: with a name they are templates, without one they are its history.
CREATE TABLE utm_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL DEFAULT '',
  link jsonb NOT NULL,
  url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (bot_key, name, url)
);
