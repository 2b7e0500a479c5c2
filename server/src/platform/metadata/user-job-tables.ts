import type { ColumnType, Generated } from 'kysely';
import type { GeneratedBigint, GeneratedTime, Identity, Json, Nullable, NullableTime } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;

export interface UserJobsTable {
  job_id: Identity;
  bot_key: string;
  /** A word of contract's `userJobActions`. */
  action: string;
  field: Generated<string>;
  value: Json<unknown>;
  undo_of: ColumnType<number | string | null, number | null | undefined, never>;
  members: Json<unknown>;
  time_zone: string;
  /** A word of contract's `userJobStates`. */
  state: Generated<string>;
  total: Bigint;
  done: GeneratedBigint;
  failed: GeneratedBigint;
  skipped: GeneratedBigint;
  problem: Generated<string>;
  keeps_undo: Generated<boolean>;
  after_user: GeneratedBigint;
  batch: Json<unknown>;
  account_key: Nullable<string>;
  created_at: GeneratedTime;
  ended_at: NullableTime;
  attempts: Generated<number>;
  not_before: GeneratedTime;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  turn_at: NullableTime;
}

export interface UserJobUndoTable {
  job_id: Bigint;
  user_id: Bigint;
  value: Json<unknown>;
  version: Bigint;
}
