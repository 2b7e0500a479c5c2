import type { ColumnType } from 'kysely';
import type { GeneratedTime, Nullable, NullableTime } from './column-types.ts';

export interface SegmentsTable {
  segment_id: ColumnType<number | string, never, never>;
  bot_key: string;
  name: string;
  /** A word of contract's `segmentKinds`. */
  kind: string;
  rules: ColumnType<unknown, string, string>;
  created_by: Nullable<string>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  removed_at: NullableTime;
  users: ColumnType<number | string | null, number | null | undefined, number | null>;
  counted_at: NullableTime;
  visitor: Nullable<string>;
  /** UUID. */
  created_by_request: Nullable<string>;
}

export interface PeopleViewsTable {
  view_id: ColumnType<number | string, never, never>;
  bot_key: string;
  /** Author of the view. */
  account_key: string;
  name: string;
  is_shared: boolean;
  state: ColumnType<unknown, string, string>;
  updated_at: GeneratedTime;
  removed_at: NullableTime;
}
