// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    accounts: {
      id: string;
      email: Nullable<string>;
      email_verified: Default<boolean>;
      name: Default<string>;
      locale: Default<string>;
      time_zone: Default<string>;
      created_at: Default<Time>;
      updated_at: Default<Time>;
      tid: Nullable<number>;
      telegram_name: Default<string>;
      currency: Default<string>;
      report_currency: Default<string>;
      tariff: Default<number>;
      totp_sealed: Nullable<string>;
      totp_at: Nullable<Time>;
      recovery_hashes: Default<Json<string[]>>;
      notify: Default<Json<Record<string, string[]>>>;
      is_admin: Default<boolean>;
      totp_step: Nullable<number>;
    };
    credentials: {
      id: string;
      account_id: string;
      issuer: string;
      provider: string;
      provider_account_id: string;
      password: Nullable<string>;
      created_at: Default<Time>;
      updated_at: Default<Time>;
    };
    known_devices: {
      account_id: string;
      device: string;
      seen_at: Default<Time>;
    };
    mailed_codes: {
      id: string;
      purpose: string;
      email: string;
      device: string;
      sign_up_id: Nullable<string>;
      code_hash: string;
      link_hash: string;
      tries: Default<number>;
      created_at: Default<Time>;
      expires_at: Time;
    };
    passkeys: {
      id: string;
      account_id: string;
      credential_id: string;
      public_key: string;
      counter: Default<number>;
      transports: Default<Json<string[]>>;
      name: Default<string>;
      created_at: Default<Time>;
      last_used_at: Nullable<Time>;
    };
    sessions: {
      id: string;
      account_id: string;
      token: string;
      expires_at: Time;
      ip_address: Nullable<string>;
      user_agent: Nullable<string>;
      created_at: Default<Time>;
      updated_at: Default<Time>;
    };
    sign_ups: {
      id: string;
      email: string;
      device: string;
      password: string;
      locale: string;
      time_zone: string;
      created_at: Default<Time>;
      expires_at: Time;
    };
    verifications: {
      id: string;
      identifier: string;
      value: string;
      expires_at: Time;
      created_at: Default<Time>;
      updated_at: Default<Time>;
    };
  }
}
