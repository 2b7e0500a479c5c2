// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    utm_links: {
      id: GeneratedAlways<number>;
      bot_key: string;
      name: Default<string>;
      link: Json<unknown>;
      url: string;
      created_at: Default<Time>;
    };
  }
}
