// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    mailing_exclusions: {
      bot_key: string;
      user_id: number;
      excluded_by: Nullable<string>;
      excluded_at: Time;
    };
  }
}
