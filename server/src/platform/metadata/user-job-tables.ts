import type { ColumnType, Generated } from 'kysely';
import type {
  GeneratedBigint,
  GeneratedTime,
  Identity,
  Json,
  JsonWithDefault,
  Nullable,
  NullableTime,
} from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;

export interface UserJobsTable {
  job_id: Identity;
  bot_key: string;
  campaign_id: Nullable<number>;
  action: string;
  params: JsonWithDefault<unknown>;
  members: Json<unknown>;
  undo_of: ColumnType<number | string | null, number | null | undefined, never>;
  /** A word of contract's `userJobStates`. */
  state: Generated<string>;
  total: Bigint;
  done: GeneratedBigint;
  failures: JsonWithDefault<Record<string, number>>;
  skipped: GeneratedBigint;
  problem: Generated<string>;
  problem_description: Generated<string>;
  position: GeneratedBigint;
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
