// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { PauseReason } from '@botscope/contract';
import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    api_requests: {
      request_id: string;
      bot_key: string;
      idempotency_key: string;
      body_hash: string;
      claimed_by: string;
      claimed_until: Time;
      status: Nullable<number>;
      answer: Nullable<string>;
      created_at: Time;
    };
    campaign_file_pieces: {
      file_id: string;
      number: number;
      piece: Uint8Array;
    };
    campaign_files: {
      id: string;
      bot_key: string;
      name: string;
      type: string;
      bytes: number;
      file_id: Nullable<string>;
      file_kind: Nullable<string>;
      created_at: Time;
      visitor: Nullable<string>;
    };
    campaigns: {
      campaign_id: GeneratedAlways<number>;
      bot_key: string;
      name: string;
      status: Default<'Draft' | 'Not_started' | 'In_progress' | 'Done' | 'Cancel' | 'Error'>;
      problem: Default<string>;
      problem_description: Default<string>;
      revision: Default<number>;
      audience: Json<unknown>;
      message: Json<unknown>;
      sending: Json<unknown>;
      time_zone: Default<string>;
      date_send: Nullable<Time>;
      prepared_until: Nullable<number>;
      total: Default<number>;
      delivered: Default<number>;
      not_delivered: Default<number>;
      unknown: Default<number>;
      waiting: Default<number>;
      cancelled: Default<number>;
      paused_until: Nullable<Time>;
      created_by: Nullable<string>;
      updated_by: Nullable<string>;
      created_at: Time;
      updated_at: Time;
      started_at: Nullable<Time>;
      finished_at: Nullable<Time>;
      archived_at: Nullable<Time>;
      variants: Default<Json<unknown>>;
      control_group: Default<number>;
      decide_at: Nullable<Time>;
      winner: Nullable<number>;
      decision: Nullable<Json<unknown>>;
      automation: Nullable<Json<unknown>>;
      active_since: Nullable<Time>;
      created_by_request: Nullable<string>;
      started_by_request: Nullable<string>;
      visitor: Nullable<string>;
      paused_for: Default<PauseReason | ''>;
    };
  }
}
