// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Nullable, Time } from './column-types.ts';

export interface PlatformTables {
  attempts: {
    key: string;
    count: number;
    window_ends_at: Time;
  };
  event_cursors: {
    consumer: string;
    subject: string;
    bot_key: string;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    fence: Default<number>;
    read_until: Nullable<Time>;
  };
  outbox: {
    id: GeneratedAlways<number>;
    kind: string;
    payload_sealed: string;
    order_key: Nullable<string>;
    not_before: Default<Time>;
    attempts: Default<number>;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
    created_at: Default<Time>;
    expires_at: Time;
  };
  scheduled_jobs: {
    name: string;
    done_until: Time;
    attempts: Default<number>;
    not_before: Nullable<Time>;
    claimed_by: Nullable<string>;
    claimed_until: Nullable<Time>;
  };
  settings: {
    name: string;
    value: string;
  };
}
