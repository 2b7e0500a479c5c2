// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    campaign_control_group: {
      user_id: number;
      campaign_id: number;
      listed_at: Time;
    };
    campaign_ends: {
      end_id: GeneratedAlways<number>;
      bot_key: string;
      campaign_id: number;
      how: 'finished' | 'failed' | 'missed' | 'paused' | 'outage';
      description: Default<string>;
      notice: Nullable<string>;
      claimed_until: Nullable<Time>;
      claimed_by: Nullable<string>;
    };
    campaign_recipients: {
      user_id: number;
      campaign_id: number;
      status: Default<'ForSend' | 'In_progress' | 'Done' | 'Cancel' | 'Error'>;
      attempts: Default<number>;
      fence: Nullable<number>;
      not_before: Nullable<Time>;
      sending_at: Nullable<Time>;
      finished_at: Nullable<Time>;
      message_id: Nullable<number>;
      reason: Nullable<string>;
      description: Nullable<string>;
      variant: Nullable<number>;
      language: Nullable<string>;
      expires_at: Nullable<Time>;
      deleted_at: Nullable<Time>;
      more_message_ids: Nullable<(number | string)[]>;
      send_at: Nullable<Time>;
      zone: Nullable<string>;
    };
    campaign_senders: {
      bot_key: string;
      claimed_by: Nullable<string>;
      claimed_until: Nullable<Time>;
      fence: Default<number>;
      limited_until: Nullable<Time>;
      rate: Nullable<number>;
      recorded_until: Nullable<Time>;
      limited_ms: Default<number>;
      outage_openings: Default<number>;
      outage_until: Nullable<Time>;
      outage_ms: Default<number>;
    };
    campaign_user_times: {
      campaign_id: number;
      send_at: Time;
      users: number;
    };
    campaign_zones: {
      campaign_id: number;
      zone: string;
    };
  }
}
