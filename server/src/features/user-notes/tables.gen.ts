// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    responsible_colleagues: {
      bot_key: string;
      user_id: number;
      account_key: string;
    };
    user_notes: {
      note_id: GeneratedAlways<number>;
      bot_key: string;
      user_id: number;
      author_key: Nullable<string>;
      text: string;
      created_at: Time;
      updated_at: Time;
      removed_at: Nullable<Time>;
    };
  }
}
