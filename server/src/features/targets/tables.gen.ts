// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    targets: {
      target_id: GeneratedAlways<number>;
      bot_key: string;
      name: string;
      trigger: Json<unknown>;
      value: Json<unknown>;
      created_at: Default<Time>;
      removed_at: Nullable<Time>;
    };
  }
}
