// Generated from the migrations and from tables.ts; see schema.test.ts. Do not edit.

import type { GeneratedAlways } from 'kysely';
import type { Default, Json, Nullable, Time } from '../../platform/metadata/column-types.ts';

declare module '../../platform/metadata/tables.ts' {
  interface Tables {
    grants: {
      bot_key: string;
      account_key: string;
      role: Nullable<string>;
      keys: Default<Json<string[]>>;
      reports: Default<Json<string[]>>;
      granted_by: Nullable<string>;
      created_at: Default<Time>;
      expires_at: Nullable<Time>;
    };
    invitation_uses: {
      invitation_id: number;
      account_key: string;
      used_at: Default<Time>;
    };
    invitations: {
      id: GeneratedAlways<number>;
      bot_key: string;
      token_hash: string;
      token_sealed: string;
      email: Nullable<string>;
      role: Nullable<string>;
      keys: Default<Json<string[]>>;
      reports: Default<Json<string[]>>;
      max_uses: Default<number>;
      uses: Default<number>;
      expires_at: Time;
      created_by: Nullable<string>;
      created_at: Default<Time>;
      revoked_at: Nullable<Time>;
    };
  }
}
