// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    upload_reports: {
      upload_id: string;
      csv_gzip: Uint8Array;
    };
    uploads: {
      id: string;
      bot_key: string;
      file_name: string;
      bytes: number;
      format: string;
      content: string;
      state: Default<string>;
      failure: Nullable<string>;
      columns: Default<Json<unknown>>;
      preview: Default<Json<unknown>>;
      mapping: Default<Json<unknown>>;
      read_bytes: Default<number>;
      accepted: Default<number>;
      refused: Default<number>;
      rejected_rows: Default<Json<unknown>>;
      created_at: Default<Time>;
      finished_at: Nullable<Time>;
      owner: string;
      owner_seen_at: Default<Time>;
      claimed_by: Nullable<string>;
      cancel_requested: Default<boolean>;
    };
  }
}
