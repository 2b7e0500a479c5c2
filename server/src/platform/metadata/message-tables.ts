import type { ColumnType, Generated } from 'kysely';
import type { Identity, Json, Nullable, NullableTime, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;

export interface MessagesTable {
  /** UUID. */
  id: string;
  number: Identity;
  bot_key: string;
  user_id: Bigint;
  chat_id: Bigint;
  origin: string;
  author: Nullable<string>;
  idempotency_key: string;
  method: string;
  content: ColumnType<unknown, string, string>;
  status: string;
  reason: Nullable<string>;
  description: Generated<string>;
  message_id: ColumnType<number | string | null, number | null | undefined, number | null>;
  attempts: Generated<number>;
  not_before: Time;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  file_instance: Nullable<string>;
  answer: Json<unknown>;
  is_recorded: Generated<boolean>;
  created_at: Time;
  sending_at: NullableTime;
  finished_at: NullableTime;
  edited_at: NullableTime;
  deleted_at: NullableTime;
  dismissed_at: NullableTime;
}

export interface MessageFilesTable {
  /** UUID. */
  id: string;
  bot_key: string;
  instance: string;
  name: string;
  type: string;
  bytes: Bigint;
  created_at: Time;
}

export interface TakeoversTable {
  bot_key: string;
  user_id: Bigint;
  account_key: Nullable<string>;
  mode: string;
  since: Time;
  expires_at: Time;
  withheld: Generated<number>;
}

export interface TakeoverSettingsTable {
  bot_key: string;
  withheld: string;
}
