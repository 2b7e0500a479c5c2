-- Why users have unsubscribed, as colleagues note it, and what they decided before.
ALTER TABLE unsubscribes
  -- requested | complained | other; null: no colleague has said why.
  ADD COLUMN reason text,
  ADD COLUMN note text NOT NULL DEFAULT '',
  ADD COLUMN changed_by text REFERENCES accounts (id) ON DELETE SET NULL,
  -- The event store, where rules of segments are looked up, has it.
  ADD COLUMN is_in_event_store boolean NOT NULL DEFAULT false;
CREATE INDEX unsubscribes_not_in_event_store ON unsubscribes (bot_key, user_id) WHERE NOT is_in_event_store;
CREATE INDEX unsubscribes_changed_by ON unsubscribes (changed_by);

-- By which users want mailings again; with its slash; null: none.
ALTER TABLE mailing_settings ADD COLUMN return_command text;

-- The latest changes of each user, a bounded number.
CREATE TABLE subscription_changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  is_unsubscribed boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  -- See unsubscribes.
  source text NOT NULL,
  campaign_id int REFERENCES campaigns (campaign_id) ON DELETE SET NULL,
  reason text,
  note text NOT NULL DEFAULT '',
  changed_by text REFERENCES accounts (id) ON DELETE SET NULL
);
CREATE INDEX subscription_changes_of_user ON subscription_changes (bot_key, user_id, change_id);
CREATE INDEX subscription_changes_complaints ON subscription_changes (bot_key, changed_at) WHERE reason = 'complained';
CREATE INDEX subscription_changes_of_campaign ON subscription_changes (campaign_id);
CREATE INDEX subscription_changes_changed_by ON subscription_changes (changed_by);

INSERT INTO subscription_changes (bot_key, user_id, is_unsubscribed, changed_at, source, campaign_id)
SELECT bot_key, user_id, is_unsubscribed, changed_at, source, campaign_id FROM unsubscribes ORDER BY changed_at;
