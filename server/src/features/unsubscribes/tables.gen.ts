// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { UnsubscribeReason, UnsubscribeSource } from '@botscope/contract';
import type { GeneratedAlways } from 'kysely';
import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    mailing_settings: {
      bot_key: string;
      has_button: boolean;
      button_text: string;
      offers_return: boolean;
      command: Nullable<string>;
      cap_messages: Nullable<number>;
      cap_hours: Nullable<number>;
      time_zone_field: Nullable<string>;
      return_command: Nullable<string>;
    };
    subscription_changes: {
      change_id: GeneratedAlways<number>;
      bot_key: string;
      user_id: number;
      is_unsubscribed: boolean;
      changed_at: Time;
      source: UnsubscribeSource;
      campaign_id: Nullable<number>;
      reason: Nullable<UnsubscribeReason>;
      note: Default<string>;
      changed_by: Nullable<string>;
    };
    unsubscribes: {
      bot_key: string;
      user_id: number;
      is_unsubscribed: boolean;
      changed_at: Time;
      decided_at: Time;
      source: UnsubscribeSource;
      campaign_id: Nullable<number>;
      reason: Nullable<UnsubscribeReason>;
      note: Default<string>;
      changed_by: Nullable<string>;
      is_in_event_store: Default<boolean>;
    };
  }
}
