// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    notifications: {
      id: GeneratedAlways<number>;
      account_key: string;
      kind: string;
      code: string;
      state: string;
      bot_key: Nullable<string>;
      detail: Default<string>;
      at: Default<Time>;
      read_at: Nullable<Time>;
      once_key: Nullable<string>;
    };
  }
}
