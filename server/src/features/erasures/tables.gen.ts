// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    erasure_users: {
      erasure_id: number;
      user_hash: string;
      user_sealed: Nullable<string>;
    };
    erasures: {
      erasure_id: GeneratedAlways<number>;
      bot_key: string;
      mode: string;
      users: number;
      state: Default<string>;
      created_by: Nullable<string>;
      created_at: Time;
      claimed_by: Nullable<string>;
      claimed_until: Nullable<Time>;
      hidden_at: Nullable<Time>;
      purged_at: Nullable<Time>;
      done_at: Nullable<Time>;
      places: Default<Json<Record<string, number>>>;
      certificate: Nullable<Json<unknown>>;
    };
  }
}
