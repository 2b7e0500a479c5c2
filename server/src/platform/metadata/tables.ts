import type { ColumnType, Generated } from 'kysely';
import type {
  AuditTable,
  GrantsTable,
  InvitationsTable,
  InvitationUsesTable,
  NewsReadTable,
  PasskeysTable,
  SharesTable,
} from './access-tables.ts';
import type { GeneratedTime, Identity, Json, JsonWithDefault, Nullable, NullableTime, Time } from './column-types.ts';
import type { EventMovesTable, EventServersTable } from './event-tables.ts';
import type { CustomFieldsTable } from './field-tables.ts';
import type { MessageFilesTable, MessagesTable, TakeoverSettingsTable, TakeoversTable } from './message-tables.ts';
import type { PeopleViewsTable, SegmentsTable } from './people-tables.ts';
import type { UserJobsTable, UserJobUndoTable } from './user-job-tables.ts';

export type { PeopleViewsTable } from './people-tables.ts';

export interface AccountsTable {
  id: string;
  /** Lower case. Null: came by Telegram and has given none yet. */
  email: Nullable<string>;
  /** True once a mailed code was entered: the account is active. */
  email_verified: Generated<boolean>;
  name: Generated<string>;
  locale: Generated<string>;
  /** IANA name. */
  time_zone: Generated<string>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  /** Id at Telegram. A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
  tid: ColumnType<number | string | null, number | null | undefined, number | null>;
  telegram_name: Generated<string>;
  /** ISO 4217 codes. */
  currency: Generated<string>;
  report_currency: Generated<string>;
  tariff: Generated<number>;
  totp_sealed: Nullable<string>;
  /** Null: no second factor is asked for. */
  totp_at: NullableTime;
  /** Step (30 s since 1970) of the last code that was taken. */
  totp_step: Nullable<number>;
  recovery_hashes: JsonWithDefault<string[]>;
  /** Delivery methods by kind of message; kinds that are absent have their usual ones. */
  notify: JsonWithDefault<Record<string, string[]>>;
  /** Runs the installation; opens nobody's bots. */
  is_admin: Generated<boolean>;
}

export interface CredentialsTable {
  id: string;
  account_id: string;
  issuer: string;
  provider: string;
  provider_account_id: string;
  /** argon2id, with its parameters. */
  password: string | null;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface SessionsTable {
  id: string;
  account_id: string;
  /** SHA-256 of what the cookie holds, hexadecimal. */
  token: string;
  expires_at: Time;
  ip_address: string | null;
  user_agent: string | null;
  created_at: GeneratedTime;
  /** When it was last used, to within minutes. */
  updated_at: GeneratedTime;
}

export interface VerificationsTable {
  id: string;
  identifier: string;
  /** Hash of the code and the number of wrong tries. */
  value: string;
  expires_at: Time;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface SignUpsTable {
  id: string;
  /** Lower case. */
  email: string;
  /** SHA-256 of the device cookie, hexadecimal. */
  device: string;
  /** argon2id, with its parameters. */
  password: string;
  locale: string;
  /** IANA name. */
  time_zone: string;
  created_at: GeneratedTime;
  expires_at: Time;
}

export interface MailedCodesTable {
  id: string;
  purpose: string;
  /** Lower case. */
  email: string;
  device: string;
  /** Null: there was none to activate, or the code is for a new password. */
  sign_up_id: string | null;
  code_hash: string;
  link_hash: string;
  /** Wrong digits so far. */
  tries: Generated<number>;
  created_at: GeneratedTime;
  expires_at: Time;
}

export interface KnownDevicesTable {
  account_id: string;
  device: string;
  seen_at: GeneratedTime;
}

export interface AttemptsTable {
  key: string;
  count: number;
  window_ends_at: Time;
}

export interface SettingsTable {
  name: string;
  value: string;
}

export interface InstancesTable {
  id: string;
  roles: string;
  host: string;
  started_at: Generated<Date>;
  seen_at: Date;
  stored_until: Date | null;
  spooled_rows: number;
}

export interface LeaseHoldersTable {
  instance_id: string;
  /** Empty = it cannot be reached. */
  address: string;
  until: Date;
}

export interface BotLeasesTable {
  bot_key: string;
  instance_id: string;
}

export interface WaitingUpdatesTable {
  bot_key: string;
  instance_id: string;
  updates: number;
}

export interface DeadLeaseHoldersTable {
  instance_id: string;
  died_at: Date;
}

export interface BotsTable {
  /** 13 hexadecimal digits; the public half of the API key. */
  key: string;
  bot_name: string;
  username: string;
  /** Null for the demo bot. */
  account_key: string | null;
  delivery_method: Generated<string>;
  /** SHA-256 of the secret half, hexadecimal. */
  api_key_hash: string;
  session_gap_minutes: Generated<number>;
  /** How launch payloads are read; null means the default rules. */
  start_rules: Json<unknown>;
  is_demo: Generated<boolean>;
  date_added: GeneratedTime;
  first_update_at: NullableTime;
  last_update_at: NullableTime;
  removed_at: NullableTime;
  /** When the owner's account was deleted; the bot is removed once its webhook is restored. */
  owner_deleted_at: NullableTime;
  /** Since when nothing of it is recorded; its traffic passes on. */
  paused_at: NullableTime;
  /** auto | manual | api */
  connection_type: Generated<string>;
  /** off | proxy | api */
  delivery_method_send: Generated<string>;
  region: Generated<string>;
  platform: Generated<string>;
  /** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
  telegram_id: ColumnType<number | string | null, number | null | undefined, number | null>;
  token_sealed: string | null;
  token_hash: string | null;
  webhook: Generated<string>;
  webhook_secret_sealed: string | null;
  former_webhook: Json<unknown>;
  allowed_updates: Json<string[]>;
  risk_ok: Generated<boolean>;
  problems: ColumnType<unknown, string | undefined, string>;
  checked_at: NullableTime;
  first_call_at: NullableTime;
  last_call_at: NullableTime;
  callback_max_length: Generated<number>;
  retention_days: number | null;
  error_days: Generated<number>;
  source_determination: Generated<string>;
  finds_hidden_commands: Generated<boolean>;
  /** The server with its events; null: the default one, or there is only one. */
  event_server: Nullable<string>;
}

export interface HiddenCommandsTable {
  bot_key: string;
  text: string;
  /** Disabled | Term | Stable */
  state: Generated<string>;
  count: Generated<number>;
  users: Generated<number>;
  found_at: GeneratedTime;
}

export interface NotificationsTable {
  id: Generated<number>;
  account_key: string;
  kind: string;
  code: string;
  state: string;
  bot_key: string | null;
  detail: Generated<string>;
  at: GeneratedTime;
  read_at: NullableTime;
}

export interface OutboxTable {
  id: Identity;
  /** mail | telegram */
  kind: string;
  payload_sealed: string;
  order_key: Nullable<string>;
  not_before: GeneratedTime;
  attempts: Generated<number>;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  created_at: GeneratedTime;
  expires_at: Time;
}

export interface UploadsTable {
  id: string;
  bot_key: string;
  file_name: string;
  /** A string from PostgreSQL (bigint): go through Number(). */
  bytes: ColumnType<number | string, number, number>;
  format: string;
  content: string;
  state: Generated<string>;
  failure: ColumnType<string | null, string | null | undefined, string | null>;
  columns: ColumnType<unknown, string | undefined, string>;
  preview: ColumnType<unknown, string | undefined, string>;
  mapping: ColumnType<unknown, string | undefined, string>;
  read_bytes: ColumnType<number | string, number | undefined, number>;
  accepted: Generated<number>;
  refused: Generated<number>;
  rejected_rows: ColumnType<unknown, string | undefined, string>;
  created_at: GeneratedTime;
  finished_at: NullableTime;
  /** The instance that has the file. */
  owner: string;
  owner_seen_at: GeneratedTime;
  taken_by: Nullable<string>;
  cancel_requested: Generated<boolean>;
}

export interface UploadReportsTable {
  upload_id: string;
  csv_gzip: Uint8Array;
}

export interface BotErrorsTable {
  id: Generated<number>;
  bot_key: string;
  kind: string;
  code: Generated<number>;
  method: Generated<string>;
  reason: string;
  /** The newest example. */
  text: Generated<string>;
  count: Generated<number>;
  first_at: GeneratedTime;
  last_at: GeneratedTime;
}

export interface TargetsTable {
  target_id: ColumnType<number | string, never, never>;
  bot_key: string;
  name: string;
  trigger: ColumnType<unknown, string, string>;
  value: ColumnType<unknown, string, string>;
  created_at: GeneratedTime;
  removed_at: NullableTime;
}

export interface AnnotationsTable {
  id: ColumnType<number | string, never, never>;
  bot_key: string;
  /** Written as `YYYY-MM-DD`; read it as text, for a driver's Date has a zone. */
  day: ColumnType<Date | string, string, string>;
  text: string;
  account_key: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: GeneratedTime;
}

export interface UtmLinksTable {
  id: ColumnType<number | string, never, never>;
  bot_key: string;
  name: Generated<string>;
  link: ColumnType<unknown, string, string>;
  url: string;
  created_at: GeneratedTime;
}

/** Every table of the metadata store; `schema.sql` shows the same with types and indexes. */
export interface Tables {
  accounts: AccountsTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  sign_ups: SignUpsTable;
  mailed_codes: MailedCodesTable;
  known_devices: KnownDevicesTable;
  attempts: AttemptsTable;
  settings: SettingsTable;
  instances: InstancesTable;
  lease_holders: LeaseHoldersTable;
  bot_leases: BotLeasesTable;
  dead_lease_holders: DeadLeaseHoldersTable;
  waiting_updates: WaitingUpdatesTable;
  event_servers: EventServersTable;
  event_moves: EventMovesTable;
  bots: BotsTable;
  bot_errors: BotErrorsTable;
  hidden_commands: HiddenCommandsTable;
  notifications: NotificationsTable;
  outbox: OutboxTable;
  uploads: UploadsTable;
  upload_reports: UploadReportsTable;
  targets: TargetsTable;
  segments: SegmentsTable;
  custom_fields: CustomFieldsTable;
  people_views: PeopleViewsTable;
  annotations: AnnotationsTable;
  utm_links: UtmLinksTable;
  passkeys: PasskeysTable;
  grants: GrantsTable;
  invitations: InvitationsTable;
  invitation_uses: InvitationUsesTable;
  shares: SharesTable;
  audit: AuditTable;
  news_read: NewsReadTable;
  messages: MessagesTable;
  message_files: MessageFilesTable;
  takeovers: TakeoversTable;
  takeover_settings: TakeoverSettingsTable;
  user_jobs: UserJobsTable;
  user_job_undo: UserJobUndoTable;
}
