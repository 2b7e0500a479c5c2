import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A bot whose start rules changed and whose launches are to be read again. */
export interface PendingReread {
  bot: string;
  /** Unix ms of the change. */
  changedAt: number;
}

const prefix = 'reread/';
const nameOf = (bot: string): string => prefix + bot;

/** The list survives the end of the process: it lies in the table `settings`, a line per bot. */
export function createPendingRereads(db: Kysely<Tables>) {
  const read = ({ name, value }: { name: string; value: string }): PendingReread => ({
    bot: name.slice(prefix.length),
    changedAt: Number(value),
  });
  return {
    async note(bot: string, changedAt: number): Promise<void> {
      const value = String(changedAt);
      await db
        .insertInto('settings')
        .values({ name: nameOf(bot), value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
    async all(): Promise<PendingReread[]> {
      const rows = await db.selectFrom('settings').selectAll().where('name', 'like', `${prefix}%`).execute();
      return rows.map(read);
    },
    async of(bot: string): Promise<PendingReread | null> {
      const row = await db.selectFrom('settings').selectAll().where('name', '=', nameOf(bot)).executeTakeFirst();
      return row === undefined ? null : read(row);
    },
    /** Takes it off the list, unless the rules changed again meanwhile. */
    async settle({ bot, changedAt }: PendingReread): Promise<void> {
      await db.deleteFrom('settings').where('name', '=', nameOf(bot)).where('value', '=', String(changedAt)).execute();
    },
  };
}
