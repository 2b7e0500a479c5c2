// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { IntegrationEventType } from '@botscope/contract';
import type { GeneratedAlways } from 'kysely';
import type { Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    integration_events: {
      event_id: GeneratedAlways<number>;
      bot_key: string;
      type: IntegrationEventType;
      once_key: string;
      happened_at: Time;
      user_id: Nullable<number>;
      data: Json<Record<string, unknown>>;
    };
  }
}
