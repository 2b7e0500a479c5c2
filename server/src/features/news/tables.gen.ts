// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    news_read: {
      account_key: string;
      slug: string;
      read_at: Default<Time>;
    };
  }
}
