// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    segments: {
      segment_id: GeneratedAlways<number>;
      bot_key: string;
      name: string;
      kind: string;
      rules: Json<unknown>;
      created_by: Nullable<string>;
      created_at: Default<Time>;
      updated_at: Default<Time>;
      removed_at: Nullable<Time>;
      users: Nullable<number>;
      counted_at: Nullable<Time>;
      visitor: Nullable<string>;
      created_by_request: Nullable<string>;
    };
  }
}
