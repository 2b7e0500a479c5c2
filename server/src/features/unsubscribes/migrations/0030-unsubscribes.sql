-- Whether users get the mailings of a bot, as they have decided themselves. A row stays when they subscribe again, so that
-- an older press that comes late changes nothing.
CREATE TABLE unsubscribes (
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  user_id bigint NOT NULL,
  is_unsubscribed boolean NOT NULL,
  -- Since when it is so.
  changed_at timestamptz NOT NULL,
  -- Their last decision, which may have been the same again: an older one that comes late changes nothing.
  decided_at timestamptz NOT NULL,
  -- button | command | colleague
  source text NOT NULL,
  -- The campaign whose button it was, or that came last before the command.
  campaign_id int REFERENCES campaigns (campaign_id) ON DELETE SET NULL,
  -- requested | complained | other; null: no colleague has said why.
  reason text,
  note text NOT NULL DEFAULT '',
  changed_by text REFERENCES accounts (id) ON DELETE SET NULL,
  -- The event store, where rules of segments are looked up, has it.
  is_in_event_store boolean NOT NULL DEFAULT false,
  PRIMARY KEY (bot_key, user_id)
);
CREATE INDEX unsubscribes_of_campaign ON unsubscribes (campaign_id, user_id) WHERE is_unsubscribed;
CREATE INDEX unsubscribes_not_in_event_store ON unsubscribes (bot_key, user_id) WHERE NOT is_in_event_store;
CREATE INDEX unsubscribes_changed_by ON unsubscribes (changed_by);

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

-- How users of a bot end its mailings, and what holds for all of its campaigns. A bot without a row has the defaults.
CREATE TABLE mailing_settings (
  bot_key char(13) PRIMARY KEY REFERENCES bots (key) ON DELETE CASCADE,
  has_button boolean NOT NULL,
  button_text text NOT NULL,
  offers_return boolean NOT NULL,
  -- With its slash; null: none.
  command text,
  -- No user gets more messages of campaigns than this within so many hours; null: any number.
  cap_messages int,
  cap_hours int,
  -- The custom field that has users' time zones; null: none.
  time_zone_field text,
  -- By which users want mailings again; with its slash; null: none.
  return_command text
);
