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
  PRIMARY KEY (bot_key, user_id)
);
CREATE INDEX unsubscribes_of_campaign ON unsubscribes (campaign_id, user_id) WHERE is_unsubscribed;

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
  cap_hours int
);
