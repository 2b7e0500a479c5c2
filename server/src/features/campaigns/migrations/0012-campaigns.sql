-- Messages to many users of a bot.
CREATE TYPE campaign_status AS ENUM ('Draft', 'Not_started', 'In_progress', 'Done', 'Cancel', 'Error');
CREATE TABLE campaigns (
  campaign_id int GENERATED ALWAYS AS IDENTITY (START WITH 101) PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL,
  status campaign_status NOT NULL DEFAULT 'Draft',
  -- An error code, and Telegram's words for it.
  problem text NOT NULL DEFAULT '',
  problem_description text NOT NULL DEFAULT '',
  -- Grows with every change of what is below; a change names the one it is based on.
  revision int NOT NULL DEFAULT 1,
  -- See CampaignAudience, CampaignMessage and CampaignSending in contract/src/campaigns.ts.
  audience jsonb NOT NULL,
  message jsonb NOT NULL,
  sending jsonb NOT NULL,
  -- In which days of the rules are meant.
  time_zone text NOT NULL DEFAULT 'UTC',
  -- Of sending; the planned campaigns are found by it.
  date_send timestamptz,
  -- Recipients are written down in the order of their ids: all up to this one are. Null: all of them are.
  prepared_until bigint DEFAULT 0,
  -- Kept in the transactions that change recipients: total = delivered + not_delivered + waiting + cancelled.
  total int NOT NULL DEFAULT 0,
  delivered int NOT NULL DEFAULT 0,
  not_delivered int NOT NULL DEFAULT 0,
  -- Of not_delivered.
  unknown int NOT NULL DEFAULT 0,
  waiting int NOT NULL DEFAULT 0,
  cancelled int NOT NULL DEFAULT 0,
  -- Nothing is sent before then.
  paused_until timestamptz,
  created_by text REFERENCES accounts (id) ON DELETE SET NULL,
  updated_by text REFERENCES accounts (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  archived_at timestamptz
);
CREATE INDEX campaigns_of_bot ON campaigns (bot_key, campaign_id);
CREATE INDEX campaigns_unfinished ON campaigns (bot_key) WHERE status IN ('Not_started', 'In_progress');
CREATE INDEX campaigns_created_by ON campaigns (created_by);
CREATE INDEX campaigns_updated_by ON campaigns (updated_by);

-- Whom a campaign goes to, one row a recipient. A row is
-- 'In_progress' on disk before Telegram is called.
CREATE TYPE recipient_status AS ENUM ('ForSend', 'In_progress', 'Done', 'Cancel', 'Error');
CREATE TABLE campaign_recipients (
  user_id bigint NOT NULL,
  campaign_id int NOT NULL REFERENCES campaigns (campaign_id) ON DELETE CASCADE,
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
  PRIMARY KEY (campaign_id, user_id)
);
CREATE INDEX campaign_recipients_waiting ON campaign_recipients (campaign_id, user_id) WHERE status = 'ForSend';
CREATE INDEX campaign_recipients_sending ON campaign_recipients (campaign_id) WHERE status = 'In_progress';

-- Which process sends the campaigns of a bot. The fence grows with each new one, so what an earlier one took is known.
CREATE TABLE campaign_senders (
  bot_key char(13) PRIMARY KEY REFERENCES bots (key) ON DELETE CASCADE,
  taken_by text,
  taken_until timestamptz,
  fence int NOT NULL DEFAULT 0,
  -- Telegram asked the bot to wait until then.
  limited_until timestamptz,
  -- Messages a second that Telegram took lately without complaint; null: as many as the campaigns want.
  rate double precision,
  -- Outcomes that were stored before then are in the event store.
  recorded_until timestamptz
);

-- Files that campaigns send, in pieces of 256 KB, so that none is in memory whole.
CREATE TABLE campaign_files (
  id uuid PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  name text NOT NULL,
  type text NOT NULL,
  bytes int NOT NULL,
  -- What Telegram knows it by, for this bot, once it was sent as this kind.
  file_id text,
  file_kind text,
  created_at timestamptz NOT NULL
);
CREATE INDEX campaign_files_of_bot ON campaign_files (bot_key);
CREATE TABLE campaign_file_pieces (
  file_id uuid NOT NULL REFERENCES campaign_files (id) ON DELETE CASCADE,
  number int NOT NULL,
  piece bytea NOT NULL,
  PRIMARY KEY (file_id, number)
);
