import type { ColumnType, Generated } from 'kysely';
import type {
  GeneratedBigint,
  GeneratedTime,
  Identity,
  JsonWithDefault,
  Nullable,
  NullableTime,
  Time,
} from './column-types.ts';

export interface PasskeysTable {
  /** UUID. */
  id: string;
  account_id: string;
  /** base64url, as is `public_key`. */
  credential_id: string;
  public_key: string;
  counter: GeneratedBigint;
  transports: JsonWithDefault<string[]>;
  name: Generated<string>;
  created_at: GeneratedTime;
  last_used_at: NullableTime;
}

/** Access to a bot: values of the contract, which the store does not check. */
interface GivenColumns {
  role: Nullable<string>;
  keys: JsonWithDefault<string[]>;
  reports: JsonWithDefault<string[]>;
}

export interface GrantsTable extends GivenColumns {
  bot_key: string;
  account_key: string;
  granted_by: Nullable<string>;
  created_at: GeneratedTime;
  /** Given by email and not used yet: valid until then. */
  expires_at: NullableTime;
}

export interface InvitationsTable extends GivenColumns {
  id: Identity;
  bot_key: string;
  /** SHA-256, hexadecimal. */
  token_hash: string;
  token_sealed: string;
  /** Lower case. */
  email: Nullable<string>;
  max_uses: Generated<number>;
  uses: Generated<number>;
  expires_at: Time;
  created_by: Nullable<string>;
  created_at: GeneratedTime;
  revoked_at: NullableTime;
}

export interface InvitationUsesTable {
  invitation_id: ColumnType<number | string, number | string, never>;
  account_key: string;
  used_at: GeneratedTime;
}

export interface SharesTable {
  id: Identity;
  bot_key: string;
  /** SHA-256, hexadecimal. */
  token_hash: string;
  token_sealed: string;
  title: Generated<string>;
  type_report: string;
  query: JsonWithDefault<Record<string, string>>;
  password_hash: Nullable<string>;
  expires_at: NullableTime;
  embeddable: Generated<boolean>;
  reader_period: Generated<boolean>;
  reader_filter: Generated<boolean>;
  views: Generated<number>;
  last_viewed_at: NullableTime;
  created_by: Nullable<string>;
  created_at: GeneratedTime;
  revoked_at: NullableTime;
}

export interface AuditTable {
  id: Identity;
  at: GeneratedTime;
  account_key: Nullable<string>;
  actor: Generated<string>;
  bot_key: Nullable<string>;
  action: string;
  detail: JsonWithDefault<Record<string, unknown>>;
  ip: Generated<string>;
  user_agent: Generated<string>;
}

export interface NewsReadTable {
  account_key: string;
  slug: string;
  read_at: GeneratedTime;
}
