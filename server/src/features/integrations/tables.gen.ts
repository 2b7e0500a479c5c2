// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { DeliveryState, IntegrationEvent, IntegrationPrivacy, IntegrationSelection, ProviderId, ShownRequest } from '@botscope/contract';
import type { GeneratedAlways } from 'kysely';
import type { Day, Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    integration_attempts: {
      attempt_id: string;
      integration_id: number;
      deliveries: number;
      started_at: Time;
      ms: number;
      status: Nullable<number>;
      code: Nullable<string>;
      answer: string;
    };
    integration_backfills: {
      backfill_id: GeneratedAlways<number>;
      integration_id: number;
      since: Time;
      until: Time;
      events: Default<number>;
      finished_at: Nullable<Time>;
    };
    integration_bin_requests: {
      request_id: GeneratedAlways<number>;
      integration_id: number;
      received_at: Time;
      user_id: Nullable<number>;
      request: Json<ShownRequest>;
    };
    integration_days: {
      integration_id: number;
      day: Day;
      state: DeliveryState;
      events: number;
    };
    integration_deliveries: {
      delivery_id: GeneratedAlways<number>;
      integration_id: number;
      event_key: string;
      type: string;
      user_id: Nullable<number>;
      happened_at: Time;
      event: Json<IntegrationEvent>;
      events: Default<number>;
      state: Default<DeliveryState | 'sending'>;
      priority: Default<number>;
      attempts: Default<number>;
      attempt_ids: Default<string[]>;
      created_at: Time;
      due_at: Time;
      settled_at: Nullable<Time>;
      code: Nullable<string>;
      detail: Default<string>;
    };
    integration_lanes: {
      lane: string;
      claimed_by: Nullable<string>;
      claimed_until: Nullable<Time>;
      fence: Default<number>;
    };
    integration_memory: {
      integration_id: number;
      key: string;
      value: Json<unknown>;
      user_id: Nullable<number>;
    };
    integrations: {
      integration_id: GeneratedAlways<number>;
      key: string;
      bot_key: string;
      provider: ProviderId;
      name: string;
      status: Default<'on' | 'paused' | 'stopped'>;
      settings: Json<Record<string, string | number | boolean>>;
      secrets: string;
      hints: Json<Record<string, string>>;
      selection: Json<IntegrationSelection>;
      privacy: Json<IntegrationPrivacy>;
      lane: string;
      created_by: Nullable<string>;
      created_at: Time;
      active_since: Time;
      failures: Default<number>;
      failing_since: Nullable<Time>;
      resume_at: Nullable<Time>;
      problem_code: Nullable<string>;
      problem_detail: Default<string>;
      problem_at: Nullable<Time>;
      warned_at: Nullable<Time>;
      last_delivered_at: Nullable<Time>;
    };
  }
}
