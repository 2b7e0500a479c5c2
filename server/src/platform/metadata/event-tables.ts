import type { Generated } from 'kysely';
import type { GeneratedTime, Json } from './column-types.ts';

export interface EventServersTable {
  id: string;
  /** Without user and password. */
  address: string;
  is_default: boolean;
  added_at: GeneratedTime;
}

export interface EventMovesTable {
  bot_key: string;
  source: string;
  target: string;
  state: string;
  since: GeneratedTime;
  progress: Json<unknown>;
  problem: Generated<string>;
  started_at: GeneratedTime;
}
