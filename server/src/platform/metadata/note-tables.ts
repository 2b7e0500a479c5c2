import type { ColumnType } from 'kysely';
import type { Nullable, NullableTime, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;

export interface UserNotesTable {
  note_id: ColumnType<number | string, never, never>;
  bot_key: string;
  user_id: Bigint;
  author_key: Nullable<string>;
  text: string;
  created_at: Time;
  updated_at: Time;
  removed_at: NullableTime;
}

export interface ResponsibleColleaguesTable {
  bot_key: string;
  user_id: Bigint;
  account_key: string;
}

export interface MailingExclusionsTable {
  bot_key: string;
  user_id: Bigint;
  excluded_by: Nullable<string>;
  excluded_at: Time;
}
