// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    hidden_commands: {
      bot_key: string;
      text: string;
      state: Default<string>;
      count: Default<number>;
      users: Default<number>;
      found_at: Default<Time>;
    };
  }
}
