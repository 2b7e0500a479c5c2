import type { Kysely } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { UploadChange, UploadRow } from './upload-store.ts';

/** An own upload whose file is still needed. */
export type OwnUpload = Pick<UploadRow, 'id' | 'state' | 'cancel_requested'>;

/**
 * Changes the rows of files for their owner. `run` is this run of its process: every change is made only while the row
 * is running and taken by this run, so what another process has decided meanwhile is never overwritten.
 */
export function createOwnedUploads(options: {
  db: Kysely<Tables>;
  owner: string;
  run: string;
  now: (() => number) | undefined;
}) {
  const { db, owner, run } = options;
  const write = (id: string, { rejected_rows: rejectedRows, ...change }: UploadChange) => ({
    id,
    set: { ...change, ...(rejectedRows !== undefined && { rejected_rows: JSON.stringify(rejectedRows) }) },
  });
  const update = (target: Kysely<Tables>, change: ReturnType<typeof write>) =>
    target
      .updateTable('uploads')
      .set({ ...change.set, owner_seen_at: databaseTime(options.now) })
      .where('id', '=', change.id)
      .where('state', '=', 'running')
      .where('claimed_by', '=', run)
      .returning('cancel_requested')
      .executeTakeFirst();

  return {
    /** Lists uploads whose files are needed: they wait to be started, are read, or may be read again by hand. */
    needed: (): Promise<OwnUpload[]> =>
      db
        .selectFrom('uploads')
        .select(['id', 'state', 'cancel_requested'])
        .where('owner', '=', owner)
        .where((row) => row.or([row('state', 'in', ['ready', 'running']), row('failure', '=', 'Interrupted')]))
        .orderBy('created_at')
        .execute(),

    /** At the start: what an earlier run was reading is begun again. */
    async release(): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ claimed_by: null })
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .execute();
    },

    /** Begins to read one that was started, here or elsewhere; undefined if it was begun already. */
    take: (id: string): Promise<UploadRow | undefined> =>
      db
        .updateTable('uploads')
        .set({ claimed_by: run, owner_seen_at: databaseTime(options.now) })
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('state', '=', 'running')
        .where('claimed_by', 'is', null)
        .returningAll()
        .executeTakeFirst(),

    /** False if it must stop: another process was asked to, or the row is gone. */
    async report(id: string, change: UploadChange): Promise<boolean> {
      return (await update(db, write(id, change)))?.cancel_requested === false;
    },

    /** Writes the end and the report of rejected rows; false if the row was ended or deleted elsewhere. */
    settle: (id: string, change: UploadChange, report: Uint8Array | null): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        if ((await update(transaction, write(id, change))) === undefined) return false;
        await transaction.deleteFrom('upload_reports').where('upload_id', '=', id).execute();
        if (report !== null) {
          await transaction.insertInto('upload_reports').values({ upload_id: id, csv_gzip: report }).execute();
        }
        return true;
      }),

    /** Shows the others that this instance is there. */
    async beat(): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ owner_seen_at: databaseTime(options.now) })
        .where('owner', '=', owner)
        .where((row) => row.or([row('state', 'in', ['ready', 'running']), row('failure', '=', 'Interrupted')]))
        .execute();
    },
  };
}
export type OwnedUploads = ReturnType<typeof createOwnedUploads>;
