import type { Tables } from '../../platform/metadata/tables.ts';

/**
 * Each table with what an erasure does to it, and so where a user's ID or words can be. A table that is missing fails
 * the compiler (metadata store) or a test (both).
 * - `erased`: a feature deletes or empties what is about the users (`userData` of the table's name), and redacts what
 *   does not say whose it is.
 * - `redacted`: IDs of the users are taken out of texts by Telegram or of ours (redact-texts.ts).
 * - `typed`: colleagues wrote it; docs/decisions/0028 says why it stays. No column is filled from users' events.
 * - `shared`: of many users together (counts, or words of at least five); nothing in it is one user's.
 * - `accounts`: of users who use this product, not of users of bots.
 * - `passing`: in no file for long; gone by itself within a day.
 * - `technical`: names processes, servers, versions, keys and moments alone.
 */
export type Handling = 'erased' | 'redacted' | 'typed' | 'shared' | 'accounts' | 'passing' | 'technical';

export const metadataTables: Readonly<Record<keyof Tables, Handling>> = {
  accounts: 'accounts',
  ad_costs: 'typed',
  annotations: 'typed',
  /** Answers name campaigns and lists by their own numbers, and IDs of Telegram's messages, for a day. */
  api_requests: 'passing',
  attempts: 'passing',
  audit: 'erased',
  automation_runs: 'erased',
  automation_segments: 'technical',
  automation_skips: 'shared',
  bot_errors: 'erased',
  bot_leases: 'technical',
  bots: 'technical',
  campaign_control_group: 'erased',
  campaign_ends: 'redacted',
  campaign_file_pieces: 'typed',
  campaign_files: 'typed',
  campaign_recipients: 'erased',
  campaign_senders: 'technical',
  campaign_user_times: 'shared',
  campaign_zones: 'shared',
  /** The ID list of the audience; the message and the conditions are typed. */
  campaigns: 'erased',
  credentials: 'accounts',
  custom_fields: 'typed',
  dead_lease_holders: 'technical',
  /** Keyed hashes, which block the users. */
  erased_users: 'technical',
  /** Encrypted until the erasure is done, then hashes. */
  erasure_users: 'technical',
  erasures: 'technical',
  event_cursors: 'technical',
  event_moves: 'technical',
  event_servers: 'technical',
  grants: 'accounts',
  hidden_commands: 'shared',
  instances: 'technical',
  integration_attempts: 'redacted',
  integration_backfills: 'technical',
  integration_bin_requests: 'erased',
  integration_days: 'technical',
  integration_deliveries: 'erased',
  integration_events: 'erased',
  integration_lanes: 'technical',
  integration_memory: 'erased',
  /** Conditions on users are typed; details of problems are in the words of providers. */
  integrations: 'redacted',
  invitation_uses: 'accounts',
  invitations: 'accounts',
  known_devices: 'accounts',
  known_site_visits: 'erased',
  lease_holders: 'technical',
  mailed_codes: 'accounts',
  mailing_exclusions: 'erased',
  mailing_settings: 'typed',
  message_files: 'erased',
  messages: 'erased',
  mini_app_launches: 'erased',
  news_read: 'accounts',
  notifications: 'redacted',
  /** Mails and notices to accounts, encrypted. */
  outbox: 'passing',
  page_errors: 'erased',
  page_recent_hits: 'erased',
  pages: 'typed',
  passkeys: 'accounts',
  users_views: 'erased',
  responsible_colleagues: 'erased',
  scheduled_jobs: 'technical',
  /** Conditions; the members of a list are in the event store. */
  segments: 'typed',
  sessions: 'accounts',
  settings: 'technical',
  shares: 'typed',
  sign_ups: 'accounts',
  site_salts: 'technical',
  site_tickets: 'erased',
  subscription_changes: 'erased',
  takeover_settings: 'technical',
  takeovers: 'erased',
  targets: 'typed',
  unsubscribes: 'erased',
  upload_reports: 'erased',
  uploads: 'erased',
  user_job_undo: 'erased',
  /** The ID list of the users, and Telegram's words for a problem; parameters are typed. */
  user_jobs: 'erased',
  user_notes: 'erased',
  utm_links: 'typed',
  verifications: 'accounts',
  waiting_updates: 'technical',
};

/**
 * Handling of the tables of the event store: `erased` ones are in `erasedTables` (erase-users.ts). Tables that store
 * nothing (engine `Null`) and views are left out.
 */
export const eventTables: Readonly<Record<string, Handling>> = {
  activity_runs: 'erased',
  app_countries: 'erased',
  archived_users: 'erased',
  campaign_outcomes: 'erased',
  chat_states: 'erased',
  /** The list of an erasure under way: it is emptied at its end, and purged with the others. */
  erasing_users: 'passing',
  events: 'erased',
  field_values: 'erased',
  first_names: 'shared',
  launches: 'erased',
  membership_changes: 'erased',
  migrations: 'technical',
  /** Filled and emptied by one run that reads launches again. */
  parsed_payloads: 'passing',
  payments: 'erased',
  rollups: 'technical',
  segment_members: 'erased',
  stale_users: 'erased',
  user_rebuilds: 'erased',
  users: 'erased',
};
