-- Generated from the migrations; see schema.test.ts. Do not edit.

CREATE TABLE accounts (
  id text NOT NULL,
  email text,
  email_verified boolean NOT NULL DEFAULT false,
  name text NOT NULL DEFAULT ''::text,
  locale text NOT NULL DEFAULT 'en'::text,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  tid bigint,
  telegram_name text NOT NULL DEFAULT ''::text,
  currency text NOT NULL DEFAULT 'RUB'::text,
  report_currency text NOT NULL DEFAULT 'RUB'::text,
  tariff integer NOT NULL DEFAULT 4,
  totp_sealed text,
  totp_at timestamp with time zone,
  recovery_hashes jsonb NOT NULL DEFAULT '[]'::jsonb,
  notify jsonb NOT NULL DEFAULT '{}'::jsonb,
  is_admin boolean NOT NULL DEFAULT false,
  totp_step integer,
  PRIMARY KEY (id),
  UNIQUE (email),
  UNIQUE (tid),
  CHECK ((email = lower(email)))
);

CREATE TABLE ad_costs (
  bot_key character(13) NOT NULL,
  day date NOT NULL,
  source text NOT NULL,
  currency character(3) NOT NULL,
  amount bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  PRIMARY KEY (bot_key, day, source, currency),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE annotations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  day date NOT NULL,
  text text NOT NULL,
  account_key text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX annotations_bot ON public.annotations USING btree (bot_key, day);

CREATE TABLE api_requests (
  request_id uuid NOT NULL,
  bot_key character(13) NOT NULL,
  idempotency_key text NOT NULL,
  body_hash text NOT NULL,
  claimed_by text NOT NULL,
  claimed_until timestamp with time zone NOT NULL,
  status integer,
  answer text,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (request_id),
  UNIQUE (bot_key, idempotency_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX api_requests_created_at ON public.api_requests USING btree (created_at);

CREATE TABLE attempts (
  key text NOT NULL,
  count integer NOT NULL,
  window_ends_at timestamp with time zone NOT NULL,
  PRIMARY KEY (key)
);

CREATE TABLE audit (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL DEFAULT now(),
  account_key text,
  actor text NOT NULL DEFAULT ''::text,
  bot_key character(13),
  action text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  ip text NOT NULL DEFAULT ''::text,
  user_agent text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (id)
);
CREATE INDEX audit_account ON public.audit USING btree (account_key, id);
CREATE INDEX audit_at ON public.audit USING btree (at);
CREATE INDEX audit_bot ON public.audit USING btree (bot_key, id);

CREATE TABLE automation_runs (
  user_id bigint NOT NULL,
  campaign_id integer NOT NULL,
  trigger_id text NOT NULL,
  status automation_run_status NOT NULL DEFAULT 'waiting'::automation_run_status,
  triggered_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  reason text,
  outcome recipient_status,
  PRIMARY KEY (campaign_id, user_id, trigger_id),
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);
CREATE INDEX automation_runs_of_time ON public.automation_runs USING btree (campaign_id, triggered_at);
CREATE INDEX automation_runs_skipped ON public.automation_runs USING btree (ended_at) WHERE (status = 'skipped'::automation_run_status);
CREATE INDEX automation_runs_waiting ON public.automation_runs USING btree (campaign_id, due_at) WHERE (status = 'waiting'::automation_run_status);

CREATE TABLE automation_segments (
  campaign_id integer NOT NULL,
  active_since timestamp with time zone NOT NULL,
  round integer NOT NULL DEFAULT 0,
  evaluated_at timestamp with time zone,
  PRIMARY KEY (campaign_id),
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);

CREATE TABLE automation_skips (
  campaign_id integer NOT NULL,
  reason text NOT NULL,
  runs integer NOT NULL,
  PRIMARY KEY (campaign_id, reason),
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);

CREATE TABLE bot_errors (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  kind text NOT NULL,
  code integer NOT NULL DEFAULT 0,
  reason text NOT NULL,
  text text NOT NULL DEFAULT ''::text,
  count integer NOT NULL DEFAULT 1,
  first_at timestamp with time zone NOT NULL DEFAULT now(),
  last_at timestamp with time zone NOT NULL DEFAULT now(),
  method text NOT NULL DEFAULT ''::text,
  user_id bigint,
  PRIMARY KEY (id),
  UNIQUE (bot_key, kind, code, method, reason),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX bot_errors_age ON public.bot_errors USING btree (last_at);

CREATE TABLE bot_leases (
  bot_key text NOT NULL,
  instance_id text NOT NULL,
  PRIMARY KEY (bot_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (instance_id) REFERENCES lease_holders(instance_id) ON DELETE CASCADE
);
CREATE INDEX bot_leases_of_instance ON public.bot_leases USING btree (instance_id);

CREATE TABLE bots (
  key character(13) NOT NULL,
  bot_name text NOT NULL,
  username text NOT NULL,
  account_key text,
  delivery_method text NOT NULL DEFAULT 'api'::text,
  api_key_hash text NOT NULL,
  session_gap_minutes integer NOT NULL DEFAULT 30,
  start_rules jsonb,
  is_demo boolean NOT NULL DEFAULT false,
  date_added timestamp with time zone NOT NULL DEFAULT now(),
  first_update_at timestamp with time zone,
  last_update_at timestamp with time zone,
  removed_at timestamp with time zone,
  connection_type text NOT NULL DEFAULT 'api'::text,
  delivery_method_send text NOT NULL DEFAULT 'off'::text,
  region text NOT NULL DEFAULT 'global'::text,
  platform text NOT NULL DEFAULT ''::text,
  telegram_id bigint,
  token_sealed text,
  token_hash text,
  webhook text NOT NULL DEFAULT ''::text,
  webhook_secret_sealed text,
  former_webhook jsonb,
  allowed_updates jsonb,
  risk_ok boolean NOT NULL DEFAULT false,
  problems jsonb NOT NULL DEFAULT '[]'::jsonb,
  checked_at timestamp with time zone,
  first_call_at timestamp with time zone,
  last_call_at timestamp with time zone,
  callback_max_length integer NOT NULL DEFAULT 64,
  retention_days integer,
  error_days integer NOT NULL DEFAULT 90,
  source_determination text NOT NULL DEFAULT 'first'::text,
  finds_hidden_commands boolean NOT NULL DEFAULT true,
  owner_deleted_at timestamp with time zone,
  paused_at timestamp with time zone,
  event_server text,
  PRIMARY KEY (key),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (event_server) REFERENCES event_servers(id)
);
CREATE INDEX bots_account ON public.bots USING btree (account_key);
CREATE UNIQUE INDEX bots_name ON public.bots USING btree (lower(bot_name)) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX bots_telegram_id ON public.bots USING btree (telegram_id) WHERE (removed_at IS NULL);
CREATE UNIQUE INDEX bots_token_hash ON public.bots USING btree (token_hash) WHERE (removed_at IS NULL);

CREATE TABLE campaign_control_group (
  user_id bigint NOT NULL,
  campaign_id integer NOT NULL,
  listed_at timestamp with time zone NOT NULL,
  PRIMARY KEY (campaign_id, user_id),
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);

CREATE TABLE campaign_ends (
  end_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  campaign_id integer NOT NULL,
  how text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  notice uuid,
  claimed_until timestamp with time zone,
  claimed_by text,
  PRIMARY KEY (end_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);
CREATE INDEX campaign_ends_of_bot ON public.campaign_ends USING btree (bot_key);
CREATE INDEX campaign_ends_of_campaign ON public.campaign_ends USING btree (campaign_id);

CREATE TABLE campaign_file_pieces (
  file_id uuid NOT NULL,
  number integer NOT NULL,
  piece bytea NOT NULL,
  PRIMARY KEY (file_id, number),
  FOREIGN KEY (file_id) REFERENCES campaign_files(id) ON DELETE CASCADE
);

CREATE TABLE campaign_files (
  id uuid NOT NULL,
  bot_key character(13) NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  file_id text,
  file_kind text,
  created_at timestamp with time zone NOT NULL,
  visitor text,
  PRIMARY KEY (id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX campaign_files_of_bot ON public.campaign_files USING btree (bot_key);

CREATE TABLE campaign_recipients (
  user_id bigint NOT NULL,
  campaign_id integer NOT NULL,
  status recipient_status NOT NULL DEFAULT 'ForSend'::recipient_status,
  attempts smallint NOT NULL DEFAULT 0,
  fence integer,
  not_before timestamp with time zone,
  sending_at timestamp with time zone,
  finished_at timestamp with time zone,
  message_id bigint,
  reason text,
  description text,
  variant smallint,
  language text,
  expires_at timestamp with time zone,
  deleted_at timestamp with time zone,
  more_message_ids bigint[],
  send_at timestamp with time zone,
  zone text,
  PRIMARY KEY (campaign_id, user_id)
);
CREATE INDEX campaign_recipients_failed ON public.campaign_recipients USING btree (campaign_id, user_id) INCLUDE (status, reason) WHERE (status = ANY (ARRAY['Error'::recipient_status, 'Cancel'::recipient_status]));
CREATE INDEX campaign_recipients_sending ON public.campaign_recipients USING btree (campaign_id) WHERE (status = 'In_progress'::recipient_status);
CREATE INDEX campaign_recipients_split ON public.campaign_recipients USING btree (campaign_id, user_id) WHERE ((status = 'ForSend'::recipient_status) AND (variant IS NOT NULL));
CREATE INDEX campaign_recipients_timed ON public.campaign_recipients USING btree (campaign_id, send_at, user_id) WHERE ((status = 'ForSend'::recipient_status) AND (send_at IS NOT NULL));
CREATE INDEX campaign_recipients_waiting ON public.campaign_recipients USING btree (campaign_id, user_id) WHERE (status = 'ForSend'::recipient_status);

CREATE TABLE campaign_senders (
  bot_key character(13) NOT NULL,
  claimed_by text,
  claimed_until timestamp with time zone,
  fence integer NOT NULL DEFAULT 0,
  limited_until timestamp with time zone,
  rate double precision,
  recorded_until timestamp with time zone,
  limited_ms double precision NOT NULL DEFAULT 0,
  outage_openings integer NOT NULL DEFAULT 0,
  outage_until timestamp with time zone,
  outage_ms double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (bot_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE campaign_user_times (
  campaign_id integer NOT NULL,
  send_at timestamp with time zone NOT NULL,
  users integer NOT NULL,
  PRIMARY KEY (campaign_id, send_at),
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);

CREATE TABLE campaign_zones (
  campaign_id integer NOT NULL,
  zone text NOT NULL,
  PRIMARY KEY (campaign_id, zone),
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE
);

CREATE TABLE campaigns (
  campaign_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  name text NOT NULL,
  status campaign_status NOT NULL DEFAULT 'Draft'::campaign_status,
  problem text NOT NULL DEFAULT ''::text,
  problem_description text NOT NULL DEFAULT ''::text,
  revision integer NOT NULL DEFAULT 1,
  audience jsonb NOT NULL,
  message jsonb NOT NULL,
  sending jsonb NOT NULL,
  time_zone text NOT NULL DEFAULT 'UTC'::text,
  date_send timestamp with time zone,
  prepared_until bigint DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  not_delivered integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  waiting integer NOT NULL DEFAULT 0,
  cancelled integer NOT NULL DEFAULT 0,
  paused_until timestamp with time zone,
  created_by text,
  updated_by text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  archived_at timestamp with time zone,
  variants jsonb NOT NULL DEFAULT '{}'::jsonb,
  control_group integer NOT NULL DEFAULT 0,
  decide_at timestamp with time zone,
  winner smallint,
  decision jsonb,
  automation jsonb,
  active_since timestamp with time zone,
  created_by_request uuid,
  started_by_request uuid,
  visitor text,
  paused_for text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (campaign_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (updated_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX campaigns_automations ON public.campaigns USING btree (bot_key) WHERE ((automation IS NOT NULL) AND (status = 'In_progress'::campaign_status));
CREATE INDEX campaigns_created_by ON public.campaigns USING btree (created_by);
CREATE INDEX campaigns_of_bot ON public.campaigns USING btree (bot_key, campaign_id);
CREATE INDEX campaigns_of_visitors ON public.campaigns USING btree (created_at) WHERE (visitor IS NOT NULL);
CREATE INDEX campaigns_unfinished ON public.campaigns USING btree (bot_key) WHERE (status = ANY (ARRAY['Not_started'::campaign_status, 'In_progress'::campaign_status]));
CREATE INDEX campaigns_updated_by ON public.campaigns USING btree (updated_by);
CREATE UNIQUE INDEX campaigns_created_by_request ON public.campaigns USING btree (created_by_request) WHERE (created_by_request IS NOT NULL);

CREATE TABLE credentials (
  id text NOT NULL,
  account_id text NOT NULL,
  issuer text NOT NULL,
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  password text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (issuer, provider_account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX credentials_account ON public.credentials USING btree (account_id);

CREATE TABLE custom_fields (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  status text NOT NULL DEFAULT 'enabled'::text,
  settings jsonb NOT NULL,
  account_key text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (bot_key, key),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE dead_lease_holders (
  instance_id text NOT NULL,
  died_at timestamp with time zone NOT NULL,
  PRIMARY KEY (instance_id)
);

CREATE TABLE erased_users (
  bot_key text NOT NULL,
  user_hash text NOT NULL,
  erased_at timestamp with time zone NOT NULL,
  lifted_at timestamp with time zone,
  PRIMARY KEY (bot_key, user_hash),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE erasure_users (
  erasure_id bigint NOT NULL,
  user_hash text NOT NULL,
  user_sealed text,
  PRIMARY KEY (erasure_id, user_hash),
  FOREIGN KEY (erasure_id) REFERENCES erasures(erasure_id) ON DELETE CASCADE
);

CREATE TABLE erasures (
  erasure_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key text NOT NULL,
  mode text NOT NULL,
  users integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  claimed_by text,
  claimed_until timestamp with time zone,
  hidden_at timestamp with time zone,
  purged_at timestamp with time zone,
  done_at timestamp with time zone,
  places jsonb NOT NULL DEFAULT '{}'::jsonb,
  certificate jsonb,
  PRIMARY KEY (erasure_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX erasures_of_account ON public.erasures USING btree (created_by);
CREATE INDEX erasures_of_bot ON public.erasures USING btree (bot_key, erasure_id);
CREATE INDEX erasures_open ON public.erasures USING btree (erasure_id) WHERE (state <> 'done'::text);

CREATE TABLE event_cursors (
  consumer text NOT NULL,
  subject text NOT NULL,
  bot_key character(13) NOT NULL,
  claimed_by text,
  claimed_until timestamp with time zone,
  fence integer NOT NULL DEFAULT 0,
  read_until timestamp with time zone,
  PRIMARY KEY (consumer, subject),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX event_cursors_bot ON public.event_cursors USING btree (bot_key);

CREATE TABLE event_moves (
  bot_key character(13) NOT NULL,
  source text NOT NULL,
  target text NOT NULL,
  state text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  progress jsonb,
  problem text NOT NULL DEFAULT ''::text,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (source) REFERENCES event_servers(id),
  FOREIGN KEY (target) REFERENCES event_servers(id)
);

CREATE TABLE event_servers (
  id text NOT NULL,
  address text NOT NULL,
  is_default boolean NOT NULL,
  added_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX event_servers_default ON public.event_servers USING btree (is_default) WHERE is_default;

CREATE TABLE grants (
  bot_key character(13) NOT NULL,
  account_key text NOT NULL,
  role text,
  keys jsonb NOT NULL DEFAULT '[]'::jsonb,
  reports jsonb NOT NULL DEFAULT '[]'::jsonb,
  granted_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  PRIMARY KEY (bot_key, account_key),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (granted_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX grants_account ON public.grants USING btree (account_key);

CREATE TABLE hidden_commands (
  bot_key character(13) NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'Term'::text,
  count integer NOT NULL DEFAULT 0,
  users integer NOT NULL DEFAULT 0,
  found_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (bot_key, text),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE instances (
  id text NOT NULL,
  roles text NOT NULL,
  host text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL,
  stored_until timestamp with time zone,
  spooled_rows bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE integration_attempts (
  attempt_id uuid NOT NULL,
  integration_id integer NOT NULL,
  deliveries integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ms integer NOT NULL,
  status integer,
  code text,
  answer text NOT NULL,
  PRIMARY KEY (attempt_id),
  FOREIGN KEY (integration_id) REFERENCES integrations(integration_id) ON DELETE CASCADE
);
CREATE INDEX integration_attempts_by_start ON public.integration_attempts USING btree (integration_id, started_at);

CREATE TABLE integration_backfills (
  backfill_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  integration_id integer NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  events integer NOT NULL DEFAULT 0,
  finished_at timestamp with time zone,
  PRIMARY KEY (backfill_id),
  FOREIGN KEY (integration_id) REFERENCES integrations(integration_id) ON DELETE CASCADE
);

CREATE TABLE integration_bin_requests (
  request_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  integration_id integer NOT NULL,
  received_at timestamp with time zone NOT NULL,
  user_id bigint,
  request jsonb NOT NULL,
  PRIMARY KEY (request_id),
  FOREIGN KEY (integration_id) REFERENCES integrations(integration_id) ON DELETE CASCADE
);
CREATE INDEX integration_bin_requests_of ON public.integration_bin_requests USING btree (integration_id, request_id);

CREATE TABLE integration_days (
  integration_id integer NOT NULL,
  day date NOT NULL,
  state text NOT NULL,
  events bigint NOT NULL,
  PRIMARY KEY (integration_id, day, state),
  FOREIGN KEY (integration_id) REFERENCES integrations(integration_id) ON DELETE CASCADE
);

CREATE TABLE integration_deliveries (
  delivery_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  integration_id integer NOT NULL,
  event_key text NOT NULL,
  type text NOT NULL,
  user_id bigint,
  happened_at timestamp with time zone NOT NULL,
  event jsonb NOT NULL,
  events integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'waiting'::text,
  priority smallint NOT NULL DEFAULT 0,
  attempts smallint NOT NULL DEFAULT 0,
  attempt_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  code text,
  detail text NOT NULL DEFAULT ''::text,
  PRIMARY KEY (integration_id, event_key),
  FOREIGN KEY (integration_id) REFERENCES integrations(integration_id) ON DELETE CASCADE
);
CREATE INDEX integration_deliveries_by_due ON public.integration_deliveries USING btree (integration_id, due_at) WHERE (state = 'waiting'::text);
CREATE INDEX integration_deliveries_by_state ON public.integration_deliveries USING btree (integration_id, state, delivery_id);
CREATE INDEX integration_deliveries_due ON public.integration_deliveries USING btree (integration_id, priority, delivery_id) WHERE (state = 'waiting'::text);
CREATE INDEX integration_deliveries_of_user ON public.integration_deliveries USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX integration_deliveries_sending ON public.integration_deliveries USING btree (integration_id) WHERE (state = 'sending'::text);
CREATE UNIQUE INDEX integration_deliveries_by_id ON public.integration_deliveries USING btree (integration_id, delivery_id);

CREATE TABLE integration_events (
  event_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  type text NOT NULL,
  once_key text NOT NULL,
  happened_at timestamp with time zone NOT NULL,
  user_id bigint,
  data jsonb NOT NULL,
  PRIMARY KEY (event_id),
  UNIQUE (bot_key, type, once_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX integration_events_of_bot ON public.integration_events USING btree (bot_key, event_id);

CREATE TABLE integration_lanes (
  lane text NOT NULL,
  claimed_by text,
  claimed_until timestamp with time zone,
  fence integer NOT NULL DEFAULT 0,
  PRIMARY KEY (lane)
);

CREATE TABLE integration_memory (
  integration_id integer NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  user_id bigint,
  PRIMARY KEY (integration_id, key),
  FOREIGN KEY (integration_id) REFERENCES integrations(integration_id) ON DELETE CASCADE
);
CREATE INDEX integration_memory_of_user ON public.integration_memory USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE TABLE integrations (
  integration_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  bot_key character(13) NOT NULL,
  provider text NOT NULL,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'on'::text,
  settings jsonb NOT NULL,
  secrets text NOT NULL,
  hints jsonb NOT NULL,
  selection jsonb NOT NULL,
  privacy jsonb NOT NULL,
  lane text NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL,
  active_since timestamp with time zone NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  resume_at timestamp with time zone,
  problem_code text,
  problem_detail text NOT NULL DEFAULT ''::text,
  problem_at timestamp with time zone,
  warned_at timestamp with time zone,
  last_delivered_at timestamp with time zone,
  PRIMARY KEY (integration_id),
  UNIQUE (key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX integrations_of_bot ON public.integrations USING btree (bot_key);
CREATE INDEX integrations_of_lane ON public.integrations USING btree (lane);

CREATE TABLE invitation_uses (
  invitation_id bigint NOT NULL,
  account_key text NOT NULL,
  used_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (invitation_id, account_key),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (invitation_id) REFERENCES invitations(id) ON DELETE CASCADE
);
CREATE INDEX invitation_uses_account ON public.invitation_uses USING btree (account_key);

CREATE TABLE invitations (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  token_hash text NOT NULL,
  token_sealed text NOT NULL,
  email text,
  role text,
  keys jsonb NOT NULL DEFAULT '[]'::jsonb,
  reports jsonb NOT NULL DEFAULT '[]'::jsonb,
  max_uses integer NOT NULL DEFAULT 1,
  uses integer NOT NULL DEFAULT 0,
  expires_at timestamp with time zone NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  CHECK ((email = lower(email))),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX invitations_bot ON public.invitations USING btree (bot_key);
CREATE INDEX invitations_email ON public.invitations USING btree (email) WHERE (email IS NOT NULL);

CREATE TABLE known_devices (
  account_id text NOT NULL,
  device text NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, device),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX known_devices_seen ON public.known_devices USING btree (seen_at);

CREATE TABLE known_site_visits (
  site_id integer NOT NULL,
  visit character(32) NOT NULL,
  bot_key character(13) NOT NULL,
  user_id bigint NOT NULL,
  proof character(64) NOT NULL,
  proven_at timestamp with time zone NOT NULL,
  PRIMARY KEY (site_id, visit),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX known_site_visits_by_age ON public.known_site_visits USING btree (proven_at);
CREATE INDEX known_site_visits_of_user ON public.known_site_visits USING btree (bot_key, user_id);
CREATE UNIQUE INDEX known_site_visits_by_proof ON public.known_site_visits USING btree (bot_key, proof);

CREATE TABLE lease_holders (
  instance_id text NOT NULL,
  address text NOT NULL,
  until timestamp with time zone NOT NULL,
  PRIMARY KEY (instance_id)
);

CREATE TABLE mailed_codes (
  id uuid NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  device text NOT NULL,
  sign_up_id uuid,
  code_hash text NOT NULL,
  link_hash text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (link_hash),
  UNIQUE (purpose, email, device),
  CHECK ((email = lower(email))),
  FOREIGN KEY (sign_up_id) REFERENCES sign_ups(id) ON DELETE CASCADE
);
CREATE INDEX mailed_codes_expiry ON public.mailed_codes USING btree (expires_at);

CREATE TABLE mailing_exclusions (
  bot_key text NOT NULL,
  user_id bigint NOT NULL,
  excluded_by text,
  excluded_at timestamp with time zone NOT NULL,
  PRIMARY KEY (bot_key, user_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (excluded_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX mailing_exclusions_of_account ON public.mailing_exclusions USING btree (excluded_by);

CREATE TABLE mailing_settings (
  bot_key character(13) NOT NULL,
  has_button boolean NOT NULL,
  button_text text NOT NULL,
  offers_return boolean NOT NULL,
  command text,
  cap_messages integer,
  cap_hours integer,
  time_zone_field text,
  return_command text,
  PRIMARY KEY (bot_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE message_files (
  id uuid NOT NULL,
  bot_key text NOT NULL,
  instance text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  bytes bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX message_files_of_bot ON public.message_files USING btree (bot_key);

CREATE TABLE messages (
  id uuid NOT NULL,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key text NOT NULL,
  user_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  origin text NOT NULL,
  author text,
  idempotency_key text NOT NULL,
  method text NOT NULL,
  content jsonb NOT NULL,
  status text NOT NULL,
  reason text,
  description text NOT NULL DEFAULT ''::text,
  message_id bigint,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamp with time zone NOT NULL,
  claimed_by text,
  claimed_until timestamp with time zone,
  file_instance text,
  answer jsonb,
  is_recorded boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL,
  sending_at timestamp with time zone,
  finished_at timestamp with time zone,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (bot_key, idempotency_key),
  FOREIGN KEY (author) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX messages_of_author ON public.messages USING btree (author);
CREATE INDEX messages_of_user ON public.messages USING btree (bot_key, user_id, number);
CREATE INDEX messages_unrecorded ON public.messages USING btree (number) WHERE (NOT is_recorded);
CREATE INDEX messages_waiting ON public.messages USING btree (bot_key, chat_id, number) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX messages_sending ON public.messages USING btree (bot_key, chat_id) WHERE (status = 'sending'::text);

CREATE TABLE migrations (
  name text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (name)
);

CREATE TABLE mini_app_launches (
  app_id integer NOT NULL,
  name character(32) NOT NULL,
  launch character(32) NOT NULL,
  bot_key character(13) NOT NULL,
  user_id bigint NOT NULL,
  profile jsonb NOT NULL,
  proof text NOT NULL,
  auth_at timestamp with time zone NOT NULL,
  proven_at timestamp with time zone NOT NULL,
  opened_by text NOT NULL,
  PRIMARY KEY (app_id, name)
);
CREATE INDEX mini_app_launches_by_age ON public.mini_app_launches USING btree (proven_at);
CREATE INDEX mini_app_launches_of_user ON public.mini_app_launches USING btree (bot_key, user_id);

CREATE TABLE news_read (
  account_key text NOT NULL,
  slug text NOT NULL,
  read_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (account_key, slug),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE
);

CREATE TABLE notifications (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_key text NOT NULL,
  kind text NOT NULL,
  code text NOT NULL,
  state text NOT NULL,
  bot_key character(13),
  detail text NOT NULL DEFAULT ''::text,
  at timestamp with time zone NOT NULL DEFAULT now(),
  read_at timestamp with time zone,
  once_key uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX notifications_account ON public.notifications USING btree (account_key, id);
CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (account_key, once_key) WHERE (once_key IS NOT NULL);

CREATE TABLE outbox (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  payload_sealed text NOT NULL,
  order_key text,
  not_before timestamp with time zone NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0,
  claimed_by text,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX outbox_due ON public.outbox USING btree (expires_at, id);
CREATE INDEX outbox_order ON public.outbox USING btree (order_key, id) WHERE (order_key IS NOT NULL);

CREATE TABLE page_errors (
  kind text NOT NULL,
  page_id integer NOT NULL,
  bot_key character(13) NOT NULL,
  problem text NOT NULL,
  text text NOT NULL,
  user_id bigint,
  count bigint NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  PRIMARY KEY (kind, page_id, problem),
  FOREIGN KEY (kind, page_id) REFERENCES pages(kind, page_id) ON DELETE CASCADE
);
CREATE INDEX page_errors_of_bot ON public.page_errors USING btree (bot_key);

CREATE TABLE page_recent_hits (
  kind text NOT NULL,
  page_id integer NOT NULL,
  bot_key character(13) NOT NULL,
  instance_id text NOT NULL,
  hits jsonb NOT NULL,
  written_at timestamp with time zone NOT NULL,
  PRIMARY KEY (kind, page_id, instance_id),
  FOREIGN KEY (kind, page_id) REFERENCES pages(kind, page_id) ON DELETE CASCADE
);
CREATE INDEX page_recent_hits_of_bot ON public.page_recent_hits USING btree (bot_key);

CREATE TABLE pages (
  kind text NOT NULL,
  page_id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  name text NOT NULL,
  key text NOT NULL,
  old_key text,
  old_key_until timestamp with time zone,
  status text NOT NULL DEFAULT 'enabled'::text,
  places jsonb NOT NULL,
  options jsonb,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  PRIMARY KEY (kind, page_id),
  UNIQUE (key),
  UNIQUE (old_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE UNIQUE INDEX pages_of_bot ON public.pages USING btree (bot_key, kind, lower(name)) WHERE (removed_at IS NULL);

CREATE TABLE passkeys (
  id uuid NOT NULL,
  account_id text NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports jsonb NOT NULL DEFAULT '[]'::jsonb,
  name text NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (credential_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id);

CREATE TABLE responsible_colleagues (
  bot_key text NOT NULL,
  user_id bigint NOT NULL,
  account_key text NOT NULL,
  PRIMARY KEY (bot_key, user_id),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX responsible_colleagues_of_account ON public.responsible_colleagues USING btree (account_key);

CREATE TABLE scheduled_jobs (
  name text NOT NULL,
  done_until timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamp with time zone,
  claimed_by text,
  claimed_until timestamp with time zone,
  PRIMARY KEY (name)
);

CREATE TABLE segments (
  segment_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  rules jsonb NOT NULL,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  users bigint,
  counted_at timestamp with time zone,
  visitor text,
  created_by_request uuid,
  PRIMARY KEY (segment_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX segments_bot ON public.segments USING btree (bot_key);
CREATE INDEX segments_of_visitors ON public.segments USING btree (created_at) WHERE (visitor IS NOT NULL);
CREATE UNIQUE INDEX segments_created_by_request ON public.segments USING btree (created_by_request) WHERE (created_by_request IS NOT NULL);

CREATE TABLE sessions (
  id text NOT NULL,
  account_id text NOT NULL,
  token text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (token),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

CREATE TABLE settings (
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (name)
);

CREATE TABLE shares (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  token_hash text NOT NULL,
  token_sealed text NOT NULL,
  title text NOT NULL DEFAULT ''::text,
  type_report text NOT NULL,
  query jsonb NOT NULL DEFAULT '{}'::jsonb,
  password_hash text,
  expires_at timestamp with time zone,
  embeddable boolean NOT NULL DEFAULT false,
  views integer NOT NULL DEFAULT 0,
  created_by text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp with time zone,
  reader_period boolean NOT NULL DEFAULT false,
  reader_filter boolean NOT NULL DEFAULT false,
  last_viewed_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (token_hash),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX shares_bot ON public.shares USING btree (bot_key);

CREATE TABLE sign_ups (
  id uuid NOT NULL,
  email text NOT NULL,
  device text NOT NULL,
  password text NOT NULL,
  locale text NOT NULL,
  time_zone text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (email, device),
  CHECK ((email = lower(email)))
);
CREATE INDEX sign_ups_expiry ON public.sign_ups USING btree (expires_at);

CREATE TABLE site_salts (
  day date NOT NULL,
  salt text NOT NULL,
  PRIMARY KEY (day)
);

CREATE TABLE site_tickets (
  bot_key character(13) NOT NULL,
  ticket character(11) NOT NULL,
  site_id integer,
  visit jsonb,
  made_at timestamp with time zone NOT NULL,
  claimed_by bigint,
  claimed_at timestamp with time zone,
  starts jsonb,
  PRIMARY KEY (bot_key, ticket),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX site_tickets_by_age ON public.site_tickets USING btree (made_at);
CREATE INDEX site_tickets_of_site ON public.site_tickets USING btree (site_id, made_at);
CREATE INDEX site_tickets_of_user ON public.site_tickets USING btree (bot_key, claimed_by) WHERE (claimed_by IS NOT NULL);

CREATE TABLE subscription_changes (
  change_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  user_id bigint NOT NULL,
  is_unsubscribed boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  source text NOT NULL,
  campaign_id integer,
  reason text,
  note text NOT NULL DEFAULT ''::text,
  changed_by text,
  PRIMARY KEY (change_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE SET NULL,
  FOREIGN KEY (changed_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX subscription_changes_changed_by ON public.subscription_changes USING btree (changed_by);
CREATE INDEX subscription_changes_complaints ON public.subscription_changes USING btree (bot_key, changed_at) WHERE (reason = 'complained'::text);
CREATE INDEX subscription_changes_of_campaign ON public.subscription_changes USING btree (campaign_id);
CREATE INDEX subscription_changes_of_user ON public.subscription_changes USING btree (bot_key, user_id, change_id);

CREATE TABLE takeover_settings (
  bot_key text NOT NULL,
  withheld text NOT NULL,
  PRIMARY KEY (bot_key),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE takeovers (
  bot_key text NOT NULL,
  user_id bigint NOT NULL,
  account_key text,
  mode text NOT NULL,
  since timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  withheld integer NOT NULL DEFAULT 0,
  PRIMARY KEY (bot_key, user_id),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX takeovers_of_account ON public.takeovers USING btree (account_key);

CREATE TABLE targets (
  target_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  name text NOT NULL,
  trigger jsonb NOT NULL,
  value jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  PRIMARY KEY (target_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX targets_bot ON public.targets USING btree (bot_key);

CREATE TABLE unsubscribes (
  bot_key character(13) NOT NULL,
  user_id bigint NOT NULL,
  is_unsubscribed boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  source text NOT NULL,
  campaign_id integer,
  reason text,
  note text NOT NULL DEFAULT ''::text,
  changed_by text,
  is_in_event_store boolean NOT NULL DEFAULT false,
  PRIMARY KEY (bot_key, user_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE SET NULL,
  FOREIGN KEY (changed_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX unsubscribes_changed_by ON public.unsubscribes USING btree (changed_by);
CREATE INDEX unsubscribes_not_in_event_store ON public.unsubscribes USING btree (bot_key, user_id) WHERE (NOT is_in_event_store);
CREATE INDEX unsubscribes_of_campaign ON public.unsubscribes USING btree (campaign_id, user_id) WHERE is_unsubscribed;

CREATE TABLE upload_reports (
  upload_id uuid NOT NULL,
  csv_gzip bytea NOT NULL,
  PRIMARY KEY (upload_id),
  FOREIGN KEY (upload_id) REFERENCES uploads(id) ON DELETE CASCADE
);

CREATE TABLE uploads (
  id uuid NOT NULL,
  bot_key character(13) NOT NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  format text NOT NULL,
  content text NOT NULL,
  state text NOT NULL DEFAULT 'ready'::text,
  failure text,
  columns jsonb NOT NULL DEFAULT '[]'::jsonb,
  preview jsonb NOT NULL DEFAULT '[]'::jsonb,
  mapping jsonb NOT NULL DEFAULT '{}'::jsonb,
  read_bytes bigint NOT NULL DEFAULT 0,
  accepted integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  rejected_rows jsonb NOT NULL DEFAULT '[]'::jsonb,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  owner uuid NOT NULL,
  owner_seen_at timestamp with time zone NOT NULL DEFAULT now(),
  claimed_by uuid,
  cancel_requested boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX uploads_bot ON public.uploads USING btree (bot_key, created_at);
CREATE INDEX uploads_owner ON public.uploads USING btree (owner);

CREATE TABLE user_job_undo (
  job_id bigint NOT NULL,
  user_id bigint NOT NULL,
  value jsonb,
  version bigint NOT NULL,
  PRIMARY KEY (job_id, user_id),
  FOREIGN KEY (job_id) REFERENCES user_jobs(job_id) ON DELETE CASCADE
);

CREATE TABLE user_jobs (
  job_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  campaign_id integer,
  action text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}'::jsonb,
  undo_of bigint,
  members jsonb,
  state text NOT NULL DEFAULT 'waiting'::text,
  total bigint NOT NULL,
  done bigint NOT NULL DEFAULT 0,
  failures jsonb NOT NULL DEFAULT '{}'::jsonb,
  skipped bigint NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT ''::text,
  problem_description text NOT NULL DEFAULT ''::text,
  position bigint NOT NULL DEFAULT 0,
  batch jsonb,
  account_key text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  attempts integer NOT NULL DEFAULT 0,
  not_before timestamp with time zone NOT NULL DEFAULT now(),
  claimed_by text,
  claimed_until timestamp with time zone,
  turn_at timestamp with time zone,
  PRIMARY KEY (job_id),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE,
  FOREIGN KEY (campaign_id) REFERENCES campaigns(campaign_id) ON DELETE CASCADE,
  FOREIGN KEY (undo_of) REFERENCES user_jobs(job_id) ON DELETE CASCADE
);
CREATE INDEX user_jobs_account ON public.user_jobs USING btree (account_key);
CREATE INDEX user_jobs_bot ON public.user_jobs USING btree (bot_key, job_id);
CREATE INDEX user_jobs_of_campaign ON public.user_jobs USING btree (campaign_id, job_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX user_jobs_unfinished ON public.user_jobs USING btree (bot_key) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text, 'stopping'::text]));
CREATE UNIQUE INDEX user_jobs_running_of_campaign ON public.user_jobs USING btree (campaign_id) WHERE ((campaign_id IS NOT NULL) AND (state = 'running'::text));
CREATE UNIQUE INDEX user_jobs_undo ON public.user_jobs USING btree (undo_of);

CREATE TABLE user_notes (
  note_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key text NOT NULL,
  user_id bigint NOT NULL,
  author_key text,
  text text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  PRIMARY KEY (note_id),
  FOREIGN KEY (author_key) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX user_notes_of_author ON public.user_notes USING btree (author_key);
CREATE INDEX user_notes_of_user ON public.user_notes USING btree (bot_key, user_id);
CREATE INDEX user_notes_removed ON public.user_notes USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE TABLE users_views (
  view_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  account_key text NOT NULL,
  name text NOT NULL,
  is_shared boolean NOT NULL,
  state jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  removed_at timestamp with time zone,
  PRIMARY KEY (view_id),
  FOREIGN KEY (account_key) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
CREATE INDEX users_views_account ON public.users_views USING btree (account_key);
CREATE INDEX users_views_bot ON public.users_views USING btree (bot_key);

CREATE TABLE utm_links (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  bot_key character(13) NOT NULL,
  name text NOT NULL DEFAULT ''::text,
  link jsonb NOT NULL,
  url text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (bot_key, name, url),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);

CREATE TABLE verifications (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
CREATE INDEX verifications_expiry ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

CREATE TABLE waiting_updates (
  bot_key text NOT NULL,
  instance_id text NOT NULL,
  updates integer NOT NULL,
  PRIMARY KEY (bot_key, instance_id),
  FOREIGN KEY (bot_key) REFERENCES bots(key) ON DELETE CASCADE
);
