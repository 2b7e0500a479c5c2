import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { keptFrom } from '../../bot-settings/bot-settings.ts';

/** Loads the moment (Unix ms) from which the events of a bot are kept whole; 0: all are. */
export const createKeptFrom =
  (db: Kysely<Tables>, now: () => number) =>
  async (bot: string): Promise<number> => {
    const row = await db.selectFrom('bots').select('retention_days').where('key', '=', bot).executeTakeFirst();
    const days = row?.retention_days ?? null;
    return days === null ? 0 : keptFrom(days, now());
  };
