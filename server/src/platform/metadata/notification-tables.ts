import type { Generated } from 'kysely';
import type { GeneratedTime, Identity, Nullable, NullableTime, Time } from './column-types.ts';

export interface NotificationsTable {
  id: Generated<number>;
  account_key: string;
  kind: string;
  code: string;
  state: string;
  bot_key: string | null;
  detail: Generated<string>;
  at: GeneratedTime;
  read_at: NullableTime;
  /** UUID. */
  once_key: Nullable<string>;
}

export interface OutboxTable {
  id: Identity;
  /** mail | telegram */
  kind: string;
  payload_sealed: string;
  order_key: Nullable<string>;
  not_before: GeneratedTime;
  attempts: Generated<number>;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  created_at: GeneratedTime;
  expires_at: Time;
}
