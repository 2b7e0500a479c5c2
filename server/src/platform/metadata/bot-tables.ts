import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json, Nullable, NullableTime } from './column-types.ts';

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
  /** Rules for reading launch payloads; null means the default rules. */
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
  /** The user whose traffic the example is; null where it says none. A string from PostgreSQL (bigint). */
  user_id: ColumnType<number | string | null, number | null | undefined, number | null>;
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
