import type { CampaignStatus, PauseReason, RecipientStatus } from '@botscope/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Nullable, NullableTime, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;
type NullableBigint = ColumnType<number | string | null, number | null | undefined, number | null>;
type JsonText = ColumnType<unknown, string, string>;

export interface CampaignsTable {
  campaign_id: Generated<number>;
  bot_key: string;
  name: string;
  status: Generated<CampaignStatus>;
  problem: Generated<string>;
  problem_description: Generated<string>;
  revision: Generated<number>;
  audience: JsonText;
  message: JsonText;
  sending: JsonText;
  automation: ColumnType<unknown, string | null | undefined, string | null>;
  active_since: NullableTime;
  variants: ColumnType<unknown, string | undefined, string>;
  time_zone: Generated<string>;
  date_send: NullableTime;
  prepared_until: NullableBigint;
  total: Generated<number>;
  delivered: Generated<number>;
  not_delivered: Generated<number>;
  unknown: Generated<number>;
  waiting: Generated<number>;
  cancelled: Generated<number>;
  control_group: Generated<number>;
  decide_at: NullableTime;
  winner: Nullable<number>;
  decision: ColumnType<unknown, string | null | undefined, string | null>;
  paused_until: NullableTime;
  paused_for: Generated<PauseReason | ''>;
  created_by: Nullable<string>;
  updated_by: Nullable<string>;
  created_at: Time;
  updated_at: Time;
  started_at: NullableTime;
  finished_at: NullableTime;
  archived_at: NullableTime;
  visitor: Nullable<string>;
  /** UUID. */
  created_by_request: Nullable<string>;
  /** UUID. */
  started_by_request: Nullable<string>;
}

export interface CampaignRecipientsTable {
  user_id: Bigint;
  campaign_id: number;
  status: Generated<RecipientStatus>;
  attempts: Generated<number>;
  fence: Nullable<number>;
  not_before: NullableTime;
  sending_at: NullableTime;
  finished_at: NullableTime;
  message_id: NullableBigint;
  /** As `Bigint`, each. */
  more_message_ids: ColumnType<(number | string)[] | null, undefined, null>;
  reason: Nullable<string>;
  description: Nullable<string>;
  expires_at: NullableTime;
  send_at: NullableTime;
  deleted_at: NullableTime;
  variant: Nullable<number>;
  language: Nullable<string>;
  zone: Nullable<string>;
}

export interface CampaignZonesTable {
  campaign_id: number;
  zone: string;
}

export interface CampaignUserTimesTable {
  campaign_id: number;
  send_at: Time;
  users: number;
}

export interface CampaignControlGroupTable {
  user_id: Bigint;
  campaign_id: number;
  listed_at: Time;
}

export interface CampaignSendersTable {
  bot_key: string;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  fence: Generated<number>;
  limited_until: NullableTime;
  limited_ms: Generated<number>;
  outage_openings: Generated<number>;
  outage_until: NullableTime;
  outage_ms: Generated<number>;
  rate: Nullable<number>;
  recorded_until: NullableTime;
}

export interface CampaignFilesTable {
  /** UUID. */
  id: string;
  bot_key: string;
  name: string;
  type: string;
  bytes: number;
  file_id: Nullable<string>;
  file_kind: Nullable<string>;
  created_at: Time;
  visitor: Nullable<string>;
}

export interface CampaignFilePiecesTable {
  /** UUID. */
  file_id: string;
  number: number;
  piece: Uint8Array;
}

export interface ApiRequestsTable {
  /** UUID. */
  request_id: string;
  bot_key: string;
  idempotency_key: string;
  body_hash: string;
  claimed_by: string;
  claimed_until: Time;
  status: Nullable<number>;
  answer: Nullable<string>;
  created_at: Time;
}
