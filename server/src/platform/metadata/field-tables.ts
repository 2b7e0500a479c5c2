import type { Generated } from 'kysely';
import type { GeneratedTime, Identity, JsonWithDefault, Nullable } from './column-types.ts';

export interface CustomFieldsTable {
  id: Identity;
  bot_key: string;
  key: string;
  name: string;
  /** See `fieldTypes` and `fieldStatuses` of the contract. */
  type: string;
  status: Generated<string>;
  settings: JsonWithDefault<unknown>;
  /** Account that created it; null once that is gone. */
  account_key: Nullable<string>;
  created_at: GeneratedTime;
}
