import type { ColumnType } from 'kysely';
import type { Identity, Json, JsonWithDefault, Nullable, NullableTime, Time } from './column-types.ts';

export interface ErasedPeopleTable {
  bot_key: string;
  /** See `personHash`. */
  person_hash: string;
  erased_at: Time;
  lifted_at: NullableTime;
}

export interface ErasuresTable {
  erasure_id: Identity;
  bot_key: string;
  mode: string;
  users: number;
  state: ColumnType<string, string | undefined, string>;
  created_by: Nullable<string>;
  created_at: Time;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  hidden_at: NullableTime;
  purged_at: NullableTime;
  done_at: NullableTime;
  places: JsonWithDefault<Record<string, number>>;
  certificate: Json<unknown>;
}

export interface ErasurePeopleTable {
  /** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
  erasure_id: ColumnType<number | string, number, never>;
  person_hash: string;
  person_sealed: Nullable<string>;
}
