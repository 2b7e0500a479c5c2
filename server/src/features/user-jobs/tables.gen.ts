// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    user_job_undo: {
      job_id: number;
      user_id: number;
      value: Nullable<Json<unknown>>;
      version: number;
    };
    user_jobs: {
      job_id: GeneratedAlways<number>;
      bot_key: string;
      campaign_id: Nullable<number>;
      action: string;
      params: Default<Json<unknown>>;
      undo_of: Nullable<number>;
      members: Nullable<Json<unknown>>;
      state: Default<string>;
      total: number;
      done: Default<number>;
      failures: Default<Json<Record<string, number>>>;
      skipped: Default<number>;
      problem: Default<string>;
      problem_description: Default<string>;
      position: Default<number>;
      batch: Nullable<Json<unknown>>;
      account_key: Nullable<string>;
      created_at: Default<Time>;
      ended_at: Nullable<Time>;
      attempts: Default<number>;
      not_before: Default<Time>;
      claimed_by: Nullable<string>;
      claimed_until: Nullable<Time>;
      turn_at: Nullable<Time>;
    };
  }
}
