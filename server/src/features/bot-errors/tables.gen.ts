// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    bot_errors: {
      id: GeneratedAlways<number>;
      bot_key: string;
      kind: string;
      code: Default<number>;
      reason: string;
      text: Default<string>;
      count: Default<number>;
      first_at: Default<Time>;
      last_at: Default<Time>;
      method: Default<string>;
      user_id: Nullable<number>;
    };
  }
}
