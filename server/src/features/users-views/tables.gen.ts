// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    users_views: {
      view_id: GeneratedAlways<number>;
      bot_key: string;
      account_key: string;
      name: string;
      is_shared: boolean;
      state: Json<unknown>;
      updated_at: Default<Time>;
      removed_at: Nullable<Time>;
    };
  }
}
