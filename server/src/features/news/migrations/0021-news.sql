-- Posts of What's new that an account has read.
CREATE TABLE news_read (
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  slug text NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_key, slug)
);
