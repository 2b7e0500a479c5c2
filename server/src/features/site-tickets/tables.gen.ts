// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    site_tickets: {
      bot_key: string;
      ticket: string;
      site_id: Nullable<number>;
      visit: Nullable<Json<unknown>>;
      made_at: Time;
      claimed_by: Nullable<number>;
      claimed_at: Nullable<Time>;
      starts: Nullable<Json<unknown>>;
    };
  }
}
