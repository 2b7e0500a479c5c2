// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    message_files: {
      id: string;
      bot_key: string;
      instance: string;
      name: string;
      type: string;
      bytes: number;
      created_at: Time;
    };
    messages: {
      id: string;
      number: GeneratedAlways<number>;
      bot_key: string;
      user_id: number;
      chat_id: number;
      origin: string;
      author: Nullable<string>;
      idempotency_key: string;
      method: string;
      content: Json<unknown>;
      status: string;
      reason: Nullable<string>;
      description: Default<string>;
      message_id: Nullable<number>;
      attempts: Default<number>;
      not_before: Time;
      claimed_by: Nullable<string>;
      claimed_until: Nullable<Time>;
      file_instance: Nullable<string>;
      answer: Nullable<Json<unknown>>;
      is_recorded: Default<boolean>;
      created_at: Time;
      sending_at: Nullable<Time>;
      finished_at: Nullable<Time>;
      edited_at: Nullable<Time>;
      deleted_at: Nullable<Time>;
      dismissed_at: Nullable<Time>;
    };
  }
}
