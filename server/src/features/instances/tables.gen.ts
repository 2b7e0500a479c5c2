// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    instances: {
      id: string;
      roles: string;
      host: string;
      started_at: Default<Time>;
      seen_at: Time;
      stored_until: Nullable<Time>;
      spooled_rows: number;
    };
  }
}
