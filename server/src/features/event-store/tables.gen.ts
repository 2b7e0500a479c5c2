// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    event_moves: {
      bot_key: string;
      source: string;
      target: string;
      state: string;
      since: Default<Time>;
      progress: Nullable<Json<unknown>>;
      problem: Default<string>;
      started_at: Default<Time>;
    };
    event_servers: {
      id: string;
      address: string;
      is_default: boolean;
      added_at: Default<Time>;
    };
  }
}
