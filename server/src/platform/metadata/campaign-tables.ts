import type { CampaignStatus, RecipientStatus } from '@botscope/contract';
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
  time_zone: Generated<string>;
  date_send: NullableTime;
  prepared_until: NullableBigint;
  total: Generated<number>;
  delivered: Generated<number>;
  not_delivered: Generated<number>;
  unknown: Generated<number>;
  waiting: Generated<number>;
  cancelled: Generated<number>;
  paused_until: NullableTime;
  created_by: Nullable<string>;
  updated_by: Nullable<string>;
  created_at: Time;
  updated_at: Time;
  started_at: NullableTime;
  finished_at: NullableTime;
  archived_at: NullableTime;
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
  reason: Nullable<string>;
  description: Nullable<string>;
}

export interface CampaignSendersTable {
  bot_key: string;
  taken_by: Nullable<string>;
  taken_until: NullableTime;
  fence: Generated<number>;
  limited_until: NullableTime;
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
}

export interface CampaignFilePiecesTable {
  /** UUID. */
  file_id: string;
  number: number;
  piece: Uint8Array;
}
