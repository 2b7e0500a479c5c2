// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    bots: {
      key: string;
      bot_name: string;
      username: string;
      account_key: Nullable<string>;
      delivery_method: Default<string>;
      api_key_hash: string;
      session_gap_minutes: Default<number>;
      start_rules: Nullable<Json<unknown>>;
      is_demo: Default<boolean>;
      date_added: Default<Time>;
      first_update_at: Nullable<Time>;
      last_update_at: Nullable<Time>;
      removed_at: Nullable<Time>;
      connection_type: Default<string>;
      delivery_method_send: Default<string>;
      region: Default<string>;
      platform: Default<string>;
      telegram_id: Nullable<number>;
      token_sealed: Nullable<string>;
      token_hash: Nullable<string>;
      webhook: Default<string>;
      webhook_secret_sealed: Nullable<string>;
      former_webhook: Nullable<Json<unknown>>;
      allowed_updates: Nullable<Json<string[]>>;
      risk_ok: Default<boolean>;
      problems: Default<Json<unknown>>;
      checked_at: Nullable<Time>;
      first_call_at: Nullable<Time>;
      last_call_at: Nullable<Time>;
      callback_max_length: Default<number>;
      retention_days: Nullable<number>;
      error_days: Default<number>;
      source_determination: Default<string>;
      finds_hidden_commands: Default<boolean>;
      owner_deleted_at: Nullable<Time>;
      paused_at: Nullable<Time>;
      event_server: Nullable<string>;
    };
  }
}
