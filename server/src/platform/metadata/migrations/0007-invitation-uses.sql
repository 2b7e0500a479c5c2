-- Given by e-mail and not taken up yet: works, but is not listed as a member (whether an e-mail has an account is
-- nobody's business), and is over at this time.
ALTER TABLE grants ADD COLUMN lapses_at timestamptz;

CREATE INDEX invitations_email ON invitations (email) WHERE email IS NOT NULL;

-- Who came by which invitation: whoever was revoked does not come in again by the same link.
CREATE TABLE invitation_uses (
  invitation_id bigint NOT NULL REFERENCES invitations (id) ON DELETE CASCADE,
  account_key text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (invitation_id, account_key)
);
CREATE INDEX invitation_uses_account ON invitation_uses (account_key);
