import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

const day = 86_400_000;
/** The log names people and their addresses, so it does not keep them longer than it has to. */
const keptDays = 365;

/** Deletes what is older than a year; gives the number of entries. `now` in milliseconds. */
export async function forgetOldAudit(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit')
    .where('at', '<', new Date(now - keptDays * day))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
