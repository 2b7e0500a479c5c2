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
  archived_at timestamptz,
  -- See CampaignVariants in contract/src/campaign-variants.ts.
  variants jsonb NOT NULL DEFAULT '{}',
  -- The rows of campaign_control_group, kept in the transactions that change them.
  control_group int NOT NULL DEFAULT 0,
  -- When a test is decided: everyone in it has had their turn. Null before.
  decide_at timestamptz,
  -- Index of the variant that the rest gets; null: it is not decided. Set once.
  winner smallint,
  -- Who decided, when and why: {by, at, scores}.
  decision jsonb,
  -- See Automation in contract/src/automations.ts; null: a campaign that is sent once.
  automation jsonb,
  -- Started or resumed then: what happened earlier triggers nothing.
  active_since timestamptz,
  -- The requests that created a campaign and started it: repeated after a crash, they find what they did.
  created_by_request uuid,
  started_by_request uuid,
  -- Who made it in the demo, where everyone sees only their own: an account's key or a browser's cookie. Null elsewhere.
  visitor text,
  -- limit | outage | quiet_hours; '' where nothing is waited for.
  paused_for text NOT NULL DEFAULT ''
);
CREATE INDEX campaigns_of_bot ON campaigns (bot_key, campaign_id);
CREATE INDEX campaigns_unfinished ON campaigns (bot_key) WHERE status IN ('Not_started', 'In_progress');
CREATE INDEX campaigns_automations ON campaigns (bot_key) WHERE automation IS NOT NULL AND status = 'In_progress';
CREATE INDEX campaigns_created_by ON campaigns (created_by);
CREATE INDEX campaigns_updated_by ON campaigns (updated_by);
CREATE INDEX campaigns_of_visitors ON campaigns (created_at) WHERE visitor IS NOT NULL;
CREATE UNIQUE INDEX campaigns_created_by_request ON campaigns (created_by_request)
  WHERE created_by_request IS NOT NULL;

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
  created_at timestamptz NOT NULL,
  -- As in campaigns.
  visitor text
);
CREATE INDEX campaign_files_of_bot ON campaign_files (bot_key);
CREATE TABLE campaign_file_pieces (
  file_id uuid NOT NULL REFERENCES campaign_files (id) ON DELETE CASCADE,
  number int NOT NULL,
  piece bytea NOT NULL,
  PRIMARY KEY (file_id, number)
);

-- Requests of the public API that carry an Idempotency-Key, for a day. Written before anything happens.
CREATE TABLE api_requests (
  request_id uuid PRIMARY KEY,
  bot_key char(13) NOT NULL REFERENCES bots (key) ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  -- SHA-256 of the call and its body.
  body_hash text NOT NULL,
  -- The process that works on it, and until when others wait for it.
  claimed_by text NOT NULL,
  claimed_until timestamptz NOT NULL,
  -- Null: there is no answer yet.
  status int,
  answer text,
  created_at timestamptz NOT NULL,
  UNIQUE (bot_key, idempotency_key)
);
CREATE INDEX api_requests_created_at ON api_requests (created_at);
