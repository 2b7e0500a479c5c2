-- From now on the store holds the SHA-256 of a session's token; whoever was signed in does it once more.
DELETE FROM sessions;

-- The step (30 s since 1970) of the last code of the second factor that was taken: none works twice.
ALTER TABLE accounts ADD COLUMN totp_step integer;
