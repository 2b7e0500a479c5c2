// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Day, Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    annotations: {
      id: GeneratedAlways<number>;
      bot_key: string;
      day: Day;
      text: string;
      account_key: Nullable<string>;
      created_at: Default<Time>;
    };
  }
}
