import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Nullable, NullableTime } from './column-types.ts';

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
  claimed_by: Nullable<string>;
  cancel_requested: Generated<boolean>;
}

export interface UploadReportsTable {
  upload_id: string;
  csv_gzip: Uint8Array;
}
