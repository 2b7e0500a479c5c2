// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    audit: {
      id: GeneratedAlways<number>;
      at: Default<Time>;
      account_key: Nullable<string>;
      actor: Default<string>;
      bot_key: Nullable<string>;
      action: string;
      detail: Default<Json<Record<string, unknown>>>;
      ip: Default<string>;
      user_agent: Default<string>;
    };
  }
}
