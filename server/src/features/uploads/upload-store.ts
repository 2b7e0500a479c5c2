import type { Upload } from '@botscope/contract';
import type { Kysely, Selectable } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables, UploadsTable } from '../../platform/metadata/tables.ts';

export type UploadRow = Selectable<UploadsTable>;

/** What changes in the course of an upload. */
export interface UploadChange {
  state?: Upload['state'];
  failure?: Upload['failure'];
  content?: Upload['content'];
  mapping?: Upload['mapping'];
  read_bytes?: number;
  accepted?: number;
  refused?: number;
  rejected_rows?: Upload['rejected_rows'];
  finished_at?: Date;
}

export function createUploadStore(db: Kysely<Tables>) {
  return {
    insert: (
      row: Pick<UploadRow, 'id' | 'bot_key' | 'file_name' | 'format' | 'content' | 'created_at'> &
        Pick<Upload, 'bytes' | 'columns' | 'preview' | 'mapping'>,
    ): Promise<UploadRow> =>
      db
        .insertInto('uploads')
        .values({
          ...row,
          columns: JSON.stringify(row.columns),
          preview: JSON.stringify(row.preview),
          mapping: JSON.stringify(row.mapping),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    byId: (bot: string, id: string): Promise<UploadRow | undefined> =>
      db.selectFrom('uploads').selectAll().where('bot_key', '=', bot).where('id', '=', id).executeTakeFirst(),

    ofBot: (bot: string): Promise<UploadRow[]> =>
      db.selectFrom('uploads').selectAll().where('bot_key', '=', bot).orderBy('created_at', 'desc').execute(),

    all: (): Promise<Pick<UploadRow, 'id' | 'bot_key' | 'state' | 'created_at'>[]> =>
      db.selectFrom('uploads').select(['id', 'bot_key', 'state', 'created_at']).orderBy('created_at').execute(),

    /** undefined if it was thrown away meanwhile, or its bot was. */
    update: (
      id: string,
      { mapping, rejected_rows: rejectedRows, ...change }: UploadChange,
    ): Promise<UploadRow | undefined> =>
      db
        .updateTable('uploads')
        .set({
          ...change,
          ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
          ...(rejectedRows === undefined ? {} : { rejected_rows: JSON.stringify(rejectedRows) }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    /** Begins one that waits, or that a process died over; undefined if it does not wait any more. @throws AppError UploadBusy while another one of its bot runs. */
    begin: (
      { id, bot_key: bot }: Pick<UploadRow, 'id' | 'bot_key'>,
      content: Upload['content'],
      mapping: Upload['mapping'],
    ): Promise<UploadRow | undefined> =>
      db.transaction().execute(async (transaction) => {
        await lockBot(transaction, bot);
        const running = transaction.selectFrom('uploads').select('id').where('bot_key', '=', bot);
        if (await running.where('state', '=', 'running').executeTakeFirst()) throw new AppError('UploadBusy');
        return transaction
          .updateTable('uploads')
          .set({ state: 'running', content, mapping: JSON.stringify(mapping), failure: null, finished_at: null })
          .where('id', '=', id)
          .where((row) => row.or([row('state', '=', 'ready'), row('failure', '=', 'Interrupted')]))
          .returningAll()
          .executeTakeFirst();
      }),

    remove: (id: string) => db.deleteFrom('uploads').where('id', '=', id).execute(),
  };
}

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
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  };
}
