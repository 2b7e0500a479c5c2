-- Access of accounts to bots of other owners. Values of contract/src/access.ts and permissions.ts.
CREATE TABLE grants (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Null: only the keys and reports.
  role text,
  -- In addition to those of the role.
  keys jsonb NOT NULL DEFAULT '[]',
  -- Individual reports, by type.
  reports jsonb NOT NULL DEFAULT '[]',
  granted_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Given by email and not used yet: valid until then, and not listed as a member, because the list would reveal that
  -- the address has an account. Null: a member.
  expires_at timestamptz,
  PRIMARY KEY (bot_key, account_key)
);
CREATE INDEX grants_account ON grants (account_key);

-- Links that give access to a bot.
CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- SHA-256 of the link's token, hexadecimal; and the encrypted token, so that its author can copy the link again.
  token_hash text NOT NULL UNIQUE,
  token_sealed text NOT NULL,
  -- Only the account with this address can use it; null: anyone with the link.
  email text CHECK (email = lower(email)),
  role text,
  keys jsonb NOT NULL DEFAULT '[]',
  reports jsonb NOT NULL DEFAULT '[]',
  max_uses integer NOT NULL DEFAULT 1,
  uses integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE INDEX invitations_bot ON invitations (bot_key);
CREATE INDEX invitations_email ON invitations (email) WHERE email IS NOT NULL;

-- Accounts by invitation used: an account whose access was removed does not regain it with the same link.
CREATE TABLE invitation_uses (
  invitation_id bigint NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invitation_id, account_key)
);
CREATE INDEX invitation_uses_account ON invitation_uses (account_key);
