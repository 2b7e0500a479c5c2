// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    erased_users: {
      bot_key: string;
      user_hash: string;
      erased_at: Time;
      lifted_at: Nullable<Time>;
    };
  }
}
