// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    takeover_settings: {
      bot_key: string;
      withheld: string;
    };
    takeovers: {
      bot_key: string;
      user_id: number;
      account_key: Nullable<string>;
      mode: string;
      since: Time;
      expires_at: Time;
      withheld: Default<number>;
    };
  }
}
