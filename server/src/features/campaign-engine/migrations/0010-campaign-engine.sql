-- Whom a campaign goes to, one row a recipient. A row is 'In_progress' on disk before Telegram is called.
CREATE TYPE recipient_status AS ENUM ('ForSend', 'In_progress', 'Done', 'Cancel', 'Error');
CREATE TABLE campaign_recipients (
  user_id bigint NOT NULL,
  -- Without a foreign key, which was looked up for each of a million recipients and took two fifths of the time of adding
  -- them. The statement that adds them holds the row of their campaign; the trigger below deletes them with it.
  campaign_id int NOT NULL,
  status recipient_status NOT NULL DEFAULT 'ForSend',
  attempts smallint NOT NULL DEFAULT 0,
  -- Fence of the sender that took it.
  fence int,
  -- A message that surely was not sent is tried again then.
  not_before timestamptz,
  sending_at timestamptz,
  finished_at timestamptz,
  message_id bigint,
  reason text,
  -- Telegram's words.
  description text,
  -- Index of the variant. Null until it is sent where nobody is split, and for those who wait for the winner of a test.
  variant smallint,
  -- Of the message that was sent; '' is the default.
  language text,
  -- Of automations: the message is not sent any more then.
  expires_at timestamptz,
  deleted_at timestamptz,
  -- An album is several messages: `message_id` is that of the first, and these are of the others. Null: there are none.
  more_message_ids bigint[],
  -- When the user's own time comes (docs/decisions/0037); null where the campaign goes to everyone as fast as it can.
  send_at timestamptz,
  -- The user's time zone; null: that of the settings, or the campaign has no quiet hours of users' own time zones.
  zone text,
  PRIMARY KEY (campaign_id, user_id)
);
CREATE INDEX campaign_recipients_waiting ON campaign_recipients (campaign_id, user_id) WHERE status = 'ForSend';
CREATE INDEX campaign_recipients_sending ON campaign_recipients (campaign_id) WHERE status = 'In_progress';
CREATE INDEX campaign_recipients_split ON campaign_recipients (campaign_id, user_id)
  WHERE status = 'ForSend' AND variant IS NOT NULL;
-- The next ones who are due are its first rows, however many wait for later.
CREATE INDEX campaign_recipients_timed ON campaign_recipients (campaign_id, send_at, user_id)
  WHERE status = 'ForSend' AND send_at IS NOT NULL;
-- Who was not reached, why, and how many: few rows of a ledger of a million, which would be read whole for them.
CREATE INDEX campaign_recipients_failed ON campaign_recipients (campaign_id, user_id)
  INCLUDE (status, reason) WHERE status IN ('Error', 'Cancel');

CREATE FUNCTION delete_campaign_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM campaign_recipients WHERE campaign_id = OLD.campaign_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER campaigns_deleted AFTER DELETE ON campaigns
  FOR EACH ROW EXECUTE FUNCTION delete_campaign_recipients();

-- Those of the audience who get nothing, to be compared with. They are no recipients.
CREATE TABLE campaign_control_group (
  user_id bigint NOT NULL,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  listed_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, user_id)
);

-- How many recipients were written down for each moment, kept by the statement that adds them: the page of a campaign
-- asks every second, and counting a million rows takes too long for that.
CREATE TABLE campaign_user_times (
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  send_at timestamptz NOT NULL,
  users int NOT NULL,
  PRIMARY KEY (campaign_id, send_at)
);

-- Time zones that recipients of a campaign have, some hundreds at most: the sender asks which of them are quiet now.
CREATE TABLE campaign_zones (
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  zone text NOT NULL,
  PRIMARY KEY (campaign_id, zone)
);

-- Which process sends the campaigns of a bot. The fence grows with each new one, so what an earlier one took is known.
CREATE TABLE campaign_senders (
  bot_key char(13) PRIMARY KEY REFERENCES bots (key) ON DELETE CASCADE,
  claimed_by text,
  claimed_until timestamptz,
  fence int NOT NULL DEFAULT 0,
  -- Telegram asked the bot to wait until then.
  limited_until timestamptz,
  -- Messages a second that Telegram took lately without complaint; null: as many as the campaigns want.
  rate double precision,
  -- Outcomes that were stored before then are in the event store.
  recorded_until timestamptz,
  -- How long a wait lasted when it was stored: a clock that is set back makes none longer.
  limited_ms double precision NOT NULL DEFAULT 0,
  -- Telegram did not answer the bot: how often its circuit has opened, and until when nothing is called.
  outage_openings int NOT NULL DEFAULT 0,
  outage_until timestamptz,
  outage_ms double precision NOT NULL DEFAULT 0
);

-- Campaigns that ended by themselves, until those whom it concerns are notified. Written by the statement that ends them.
CREATE TABLE campaign_ends (
  end_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
  -- finished | failed | missed | paused | outage
  how text NOT NULL,
  -- Telegram's words, or an error code.
  description text NOT NULL DEFAULT '',
  -- The notification that it is part of: the same if it is sent again.
  notice uuid,
  claimed_until timestamptz,
  claimed_by text
);
CREATE INDEX campaign_ends_of_bot ON campaign_ends (bot_key);
CREATE INDEX campaign_ends_of_campaign ON campaign_ends (campaign_id);
