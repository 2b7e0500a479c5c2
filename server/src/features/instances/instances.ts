import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/** A process of the installation, known by its data directory. */
export interface Instance {
  id: string;
  roles: string;
  host: string;
  started_at: Date;
  seen_at: Date;
  /** All rows that it accepted before this moment (the database's clock) are in the event store. */
  stored_until: Date | null;
  spooled_rows: number;
  /** Bots whose webhooks and polls it serves. */
  served_bots: number;
}

export interface Instances {
  /** Every data directory that ever served, the longest silent first. */
  list(): Promise<Instance[]>;
  /**
   * True when no instance can still hold a row that was accepted before `moment`, in its spool or on its way there. False
   * while an instance is silent and may have left rows on its disk: it has to come back, or be removed by the operator.
   */
  haveStored(moment: Date): Promise<boolean>;
  /** Takes an instance off the list whose disk is lost or empty; false if there is none of this id. */
  remove(id: string): Promise<boolean>;
}

/** The list that heartbeats keep. */
export function createInstances(db: Kysely<Tables>): Instances {
  return {
    list: () =>
      db
        .selectFrom('instances')
        .selectAll()
        .select(sql<number>`(SELECT count(*)::int FROM bot_leases WHERE instance_id = instances.id)`.as('served_bots'))
        .orderBy('seen_at')
        .execute(),
    async haveStored(moment) {
      const laggingInstance = await db
        .selectFrom('instances')
        .select('id')
        .where((eb) => eb.or([eb('stored_until', 'is', null), eb('stored_until', '<=', moment)]))
        .executeTakeFirst();
      return laggingInstance === undefined;
    },
    async remove(id) {
      await db.deleteFrom('waiting_updates').where('instance_id', '=', id).execute();
      const { numDeletedRows } = await db.deleteFrom('instances').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
