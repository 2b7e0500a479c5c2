import type { ColumnType } from 'kysely';
import type { JsonWithDefault, Nullable, NullableTime, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;
type NullableBigint = ColumnType<number | string | null, number | null | undefined, number | null>;

export interface MiniAppsTable {
  app_id: ColumnType<number, never, never>;
  bot_key: string;
  system_name: string;
  key: string;
  old_key: Nullable<string>;
  old_key_until: NullableTime;
  /** enabled | paused | archived */
  status: string;
  origins: JsonWithDefault<unknown>;
  created_at: Time;
  removed_at: NullableTime;
}

export interface MiniAppLaunchesTable {
  app_id: number;
  name: string;
  launch: string;
  bot_key: string;
  user_id: Bigint;
  person: JsonWithDefault<unknown>;
  proof: string;
  auth_at: Time;
  proven_at: Time;
  opened_by: string;
}

export interface MiniAppErrorsTable {
  app_id: number;
  problem: string;
  text: string;
  count: Bigint;
  first_at: Time;
  last_at: Time;
  /** The user of the example; null where nobody is proven. */
  user_id: NullableBigint;
}

export interface MiniAppRecentHitsTable {
  app_id: number;
  instance_id: string;
  hits: JsonWithDefault<unknown>;
  written_at: Time;
}
