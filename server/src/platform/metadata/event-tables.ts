import type { Generated } from 'kysely';
import type { GeneratedTime, Json, Nullable, NullableTime } from './column-types.ts';

/** How far a consumer has read the events of a bot for one of its subjects, and which process reads on. */
export interface EventCursorsTable {
  consumer: string;
  subject: string;
  bot_key: string;
  claimed_by: Nullable<string>;
  claimed_until: NullableTime;
  fence: Generated<number>;
  read_until: NullableTime;
}

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
