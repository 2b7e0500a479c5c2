import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Time after which a holder loses leases that it has not prolonged, by the database's clock, ms. */
export const leaseMs = 30_000;

export interface HolderRow {
  id: string;
  /** Empty = it cannot be reached. */
  address: string;
  /** Expired: another process may end it. */
  isOver: boolean;
}

/** The leases as they are in the database. */
export interface LeaseRows {
  leases: { bot: string; holder: string }[];
  holders: HolderRow[];
  /** Milliseconds since a holder was last ended; null = in no recent time. */
  lastDeathAgoMs: number | null;
}

const until = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`;

/**
 * The statements behind the leases. A lease ends by the deletion of its holder's row alone, which nobody can delete while
 * it is being prolonged: so a holder that was prolonged has all that it had, and one that was ended has nothing.
 */
export function createLeaseStore(db: Kysely<Tables>, instance: { id: string; address: string }) {
  const findHolder = async (bot: string): Promise<string | null> =>
    (await db.selectFrom('bot_leases').select('instance_id').where('bot_key', '=', bot).executeTakeFirst())
      ?.instance_id ?? null;

  const readHolders = (from: Kysely<Tables>): Promise<HolderRow[]> =>
    from
      .selectFrom('lease_holders')
      .select(['instance_id as id', 'address', sql<boolean>`until < clock_timestamp()`.as('isOver')])
      .execute();

  return {
    holderOf: findHolder,
    /** Prolongs this process's time, beginning it if it was ended, and reads all leases. */
    prolong: (): Promise<LeaseRows> =>
      db.transaction().execute(async (transaction) => {
        const columns = { address: instance.address, until };
        await transaction
          .insertInto('lease_holders')
          .values({ instance_id: instance.id, ...columns })
          .onConflict((conflict) => conflict.column('instance_id').doUpdateSet(columns))
          .execute();
        const leases = await transaction
          .selectFrom('bot_leases')
          .select(['bot_key as bot', 'instance_id as holder'])
          .execute();
        const holders = await readHolders(transaction);
        const death = await transaction
          .selectFrom('dead_lease_holders')
          .select(sql<number | null>`extract(epoch FROM clock_timestamp() - max(died_at)) * 1000`.as('ago'))
          .executeTakeFirst();
        return { leases, holders, lastDeathAgoMs: death?.ago == null ? null : Number(death.ago) };
      }),
    /** Takes a bot's lease if nobody has it. @returns who has it now; null if the one who had it has just ended */
    async claim(bot: string): Promise<string | null> {
      const { numInsertedOrUpdatedRows: claimedRows = 0n } = await db
        .insertInto('bot_leases')
        .values({ bot_key: bot, instance_id: instance.id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return claimedRows > 0n ? instance.id : findHolder(bot);
    },
    /** Bots that nobody has, at most a thousand. */
    async free(): Promise<string[]> {
      const rows = await db
        .selectFrom('bots')
        .leftJoin('bot_leases', 'bot_leases.bot_key', 'bots.key')
        .select('bots.key')
        .where('bot_leases.bot_key', 'is', null)
        .where('bots.is_demo', '=', false)
        .limit(1_000)
        .execute();
      return rows.map(({ key }) => key);
    },
    /** Takes those of them that nobody has. @returns what was taken */
    async claimAll(bots: readonly string[]): Promise<string[]> {
      if (bots.length === 0) return [];
      const rows = await db
        .insertInto('bot_leases')
        .values(bots.map((bot) => ({ bot_key: bot, instance_id: instance.id })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('bot_key')
        .execute();
      return rows.map(({ bot_key }) => bot_key);
    },
    async release(bot: string): Promise<void> {
      await db.deleteFrom('bot_leases').where('bot_key', '=', bot).where('instance_id', '=', instance.id).execute();
    },
    /** Ends an expired holder. @returns false if it was prolonged meanwhile */
    async end(holder: string): Promise<boolean> {
      const { rows } = await sql<{ id: string }>`
        WITH ended AS (
          DELETE FROM lease_holders
          WHERE instance_id = ${holder} AND until < clock_timestamp()
          RETURNING instance_id
        )
        INSERT INTO dead_lease_holders (instance_id, died_at)
        SELECT instance_id, clock_timestamp() FROM ended
        ON CONFLICT (instance_id) DO UPDATE SET died_at = excluded.died_at
        RETURNING instance_id AS id
      `.execute(db);
      return rows.length > 0;
    },
    /** For another holder that lives but does not reach the database. @returns false if it was ended */
    async prolongOther(holder: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('lease_holders')
        .set({ until })
        .where('instance_id', '=', holder)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Gives up all leases, and takes no more until `prolong`. @returns the other holders */
    async leave(): Promise<HolderRow[]> {
      await db.deleteFrom('lease_holders').where('instance_id', '=', instance.id).execute();
      return await readHolders(db);
    },
  };
}
export type LeaseStore = ReturnType<typeof createLeaseStore>;
