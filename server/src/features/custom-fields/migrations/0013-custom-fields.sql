-- Custom fields of the users of a bot. The values are in the event store (`field_values`), by key.
CREATE TABLE custom_fields (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  -- Never changes, nor does the type.
  key text NOT NULL,
  name text NOT NULL,
  -- One of `fieldTypes` of the contract.
  type text NOT NULL,
  -- enabled | disabled | archived
  status text NOT NULL DEFAULT 'enabled',
  -- By type: see contract/src/custom-fields.ts.
  settings jsonb NOT NULL,
  -- The account that created it; null once that is gone.
  account_key text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (bot_key, key)
);
