import type { Upload } from '@botscope/contract';
import type { Kysely, Selectable } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { databaseTime, timeAfter, toIso } from '../../platform/metadata/database-time.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';

export type UploadRow = Selectable<Tables['uploads']>;

/** Columns that change in the course of an upload. */
export interface UploadChange {
  state?: Upload['state'];
  failure?: Upload['failure'];
  read_bytes?: number;
  accepted?: number;
  refused?: number;
  rejected_rows?: Upload['rejected_rows'];
  finished_at?: Date;
}

/** A file that nobody started is thrown away after a day, the record of one that was read after 30. */
const waitingDays = 1;
const keptDays = 30;
/** Silence after which an owner counts as unavailable, ms. */
const silentMs = 60_000;

/** Uploads as all processes see them. What only the owner of a file may do is in `owned-uploads.ts`. */
export function createUploadStore(db: Kysely<Tables>, clock: (() => number) | undefined) {
  const time = () => databaseTime(clock);
  const end = (state: 'cancelled' | 'failed', failure: Upload['failure']) => ({ state, failure, finished_at: time() });

  return {
    insert: (
      row: Pick<UploadRow, 'id' | 'bot_key' | 'file_name' | 'format' | 'content' | 'created_at' | 'owner'> &
        Pick<Upload, 'bytes' | 'columns' | 'preview' | 'mapping'>,
    ): Promise<UploadRow> =>
      db
        .insertInto('uploads')
        .values({
          ...row,
          columns: JSON.stringify(row.columns),
          preview: JSON.stringify(row.preview),
          mapping: JSON.stringify(row.mapping),
          owner_seen_at: time(),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    byId: (bot: string, id: string): Promise<UploadRow | undefined> =>
      db.selectFrom('uploads').selectAll().where('bot_key', '=', bot).where('id', '=', id).executeTakeFirst(),

    ofBot: (bot: string): Promise<UploadRow[]> =>
      db.selectFrom('uploads').selectAll().where('bot_key', '=', bot).orderBy('created_at', 'desc').execute(),

    /** Begins one that waits, or that a process died over; undefined if it does not wait any more. @throws AppError UploadBusy while another one of its bot runs. */
    begin: (
      { id, bot_key: bot }: Pick<UploadRow, 'id' | 'bot_key'>,
      content: Upload['content'],
      mapping: Upload['mapping'],
    ): Promise<UploadRow | undefined> =>
      db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const runningUploads = transaction.selectFrom('uploads').select('id').where('bot_key', '=', bot);
        if (await runningUploads.where('state', '=', 'running').executeTakeFirst()) throw new AppError('UploadBusy');
        const resetValues = { failure: null, finished_at: null, claimed_by: null, cancel_requested: false };
        return transaction
          .updateTable('uploads')
          .set({ state: 'running', content, mapping: JSON.stringify(mapping), ...resetValues })
          .where('id', '=', id)
          .where((row) => row.or([row('state', '=', 'ready'), row('failure', '=', 'Interrupted')]))
          .returningAll()
          .executeTakeFirst();
      }),

    /** Asks the owner to stop it. One whose owner does not answer is stopped at once: the owner finds that out later. */
    async requestCancel(id: string): Promise<void> {
      const runningUpload = db.updateTable('uploads').where('id', '=', id).where('state', '=', 'running');
      await runningUpload
        .set(end('cancelled', null))
        .where('owner_seen_at', '<', timeAfter(time(), -silentMs))
        .execute();
      await runningUpload.set({ cancel_requested: true }).execute();
    },

    isRunning: async (id: string): Promise<boolean> => {
      const row = await db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst();
      return row?.state === 'running';
    },

    remove: (id: string) => db.deleteFrom('uploads').where('id', '=', id).execute(),

    /** Deletes expired records. */
    async removeOld(): Promise<void> {
      const before = (days: number) => timeAfter(time(), -days * dayMs);
      await db
        .deleteFrom('uploads')
        .where((row) =>
          row.or([
            row('state', '=', 'ready').and('created_at', '<', before(waitingDays)),
            row('state', 'not in', ['ready', 'running']).and('created_at', '<', before(keptDays)),
          ]),
        )
        .execute();
    },

    /** Ends what others own that were not seen for a day: their disks are gone, or will be. */
    failAbandoned: (instance: string): Promise<Pick<UploadRow, 'id' | 'bot_key' | 'owner'>[]> =>
      db
        .updateTable('uploads')
        .set(end('failed', 'InstanceGone'))
        .where('state', '=', 'running')
        .where('owner', '!=', instance)
        .where('owner_seen_at', '<', timeAfter(time(), -dayMs))
        .returning(['id', 'bot_key', 'owner'])
        .execute(),

    /** The report of rejected rows: CSV, gzip. */
    async report(id: string): Promise<Uint8Array | null> {
      const reportQuery = db.selectFrom('upload_reports').select('csv_gzip').where('upload_id', '=', id);
      return (await reportQuery.executeTakeFirst())?.csv_gzip ?? null;
    },
  };
}
export type UploadStore = ReturnType<typeof createUploadStore>;

/** An upload as the dashboard sees it. Its columns are filled by us alone, from the contract's own lists. */
export function presentUpload(row: UploadRow): Upload {
  return {
    id: row.id,
    file_name: row.file_name,
    bytes: Number(row.bytes),
    format: row.format as Upload['format'],
    content: row.content as Upload['content'],
    state: row.state as Upload['state'],
    failure: row.failure as Upload['failure'],
    columns: row.columns as Upload['columns'],
    preview: row.preview as Upload['preview'],
    mapping: row.mapping as Upload['mapping'],
    read_bytes: Number(row.read_bytes),
    accepted: row.accepted,
    refused: row.refused,
    rejected_rows: row.rejected_rows as Upload['rejected_rows'],
    created_at: new Date(row.created_at).toISOString(),
    finished_at: toIso(row.finished_at),
  };
}
