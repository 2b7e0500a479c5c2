import type { RecipientStatus } from '@botscope/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Identity, Nullable, NullableTime, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;

export interface AutomationRunsTable {
  user_id: Bigint;
  campaign_id: number;
  trigger_id: string;
  status: Generated<'waiting' | 'armed' | 'ended' | 'skipped'>;
  triggered_at: Time;
  due_at: Time;
  ended_at: NullableTime;
  reason: Nullable<string>;
  outcome: Nullable<RecipientStatus>;
}

export interface AutomationSegmentsTable {
  campaign_id: number;
  active_since: Time;
  round: Generated<number>;
  evaluated_at: NullableTime;
}

export interface AutomationSkipsTable {
  campaign_id: number;
  reason: string;
  runs: number;
}

export interface CampaignEndsTable {
  end_id: Identity;
  bot_key: string;
  campaign_id: number;
  how: 'finished' | 'failed' | 'missed' | 'paused' | 'outage';
  description: ColumnType<string, string | undefined, string>;
  /** UUID. */
  notice: Nullable<string>;
  claimed_until: NullableTime;
}
