// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    automation_runs: {
      user_id: number;
      campaign_id: number;
      trigger_id: string;
      status: Default<'waiting' | 'armed' | 'ended' | 'skipped'>;
      triggered_at: Time;
      due_at: Time;
      ended_at: Nullable<Time>;
      reason: Nullable<string>;
      outcome: Nullable<'ForSend' | 'In_progress' | 'Done' | 'Cancel' | 'Error'>;
    };
    automation_segments: {
      campaign_id: number;
      active_since: Time;
      round: Default<number>;
      evaluated_at: Nullable<Time>;
    };
    automation_skips: {
      campaign_id: number;
      reason: string;
      runs: number;
    };
  }
}
