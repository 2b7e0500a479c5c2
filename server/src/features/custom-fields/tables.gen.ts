// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    custom_fields: {
      id: GeneratedAlways<number>;
      bot_key: string;
      key: string;
      name: string;
      type: string;
      status: Default<string>;
      settings: Json<unknown>;
      account_key: Nullable<string>;
      created_at: Default<Time>;
    };
  }
}
