// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    shares: {
      id: GeneratedAlways<number>;
      bot_key: string;
      token_hash: string;
      token_sealed: string;
      title: Default<string>;
      type_report: string;
      query: Default<Json<Record<string, string>>>;
      password_hash: Nullable<string>;
      expires_at: Nullable<Time>;
      embeddable: Default<boolean>;
      views: Default<number>;
      created_by: Nullable<string>;
      created_at: Default<Time>;
      revoked_at: Nullable<Time>;
      reader_period: Default<boolean>;
      reader_filter: Default<boolean>;
      last_viewed_at: Nullable<Time>;
    };
  }
}
