import type { UnsubscribeReason, UnsubscribeSource } from '@botscope/contract';
import type { ColumnType } from 'kysely';
import type { Nullable, Time } from './column-types.ts';

/** A string from PostgreSQL (bigint), a number from PGlite: go through Number(). */
type Bigint = ColumnType<number | string, number, number>;

export interface UnsubscribesTable {
  bot_key: string;
  user_id: Bigint;
  is_unsubscribed: boolean;
  changed_at: Time;
  decided_at: Time;
  source: UnsubscribeSource;
  campaign_id: Nullable<number>;
  reason: Nullable<UnsubscribeReason>;
  note: ColumnType<string, string | undefined, string>;
  changed_by: Nullable<string>;
  is_in_event_store: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface SubscriptionChangesTable {
  change_id: ColumnType<number | string, never, never>;
  bot_key: string;
  user_id: Bigint;
  is_unsubscribed: boolean;
  changed_at: Time;
  source: UnsubscribeSource;
  campaign_id: Nullable<number>;
  reason: Nullable<UnsubscribeReason>;
  note: ColumnType<string, string | undefined, string>;
  changed_by: Nullable<string>;
}

export interface MailingSettingsTable {
  bot_key: string;
  has_button: boolean;
  button_text: string;
  offers_return: boolean;
  command: Nullable<string>;
  return_command: Nullable<string>;
  cap_messages: Nullable<number>;
  cap_hours: Nullable<number>;
  time_zone_field: Nullable<string>;
}
