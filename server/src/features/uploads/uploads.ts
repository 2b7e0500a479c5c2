import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Upload } from '@botscope/contract';
import { clockFrom } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { receiveFile } from '../../platform/receive-file.ts';
import { isUploadField } from './columns.ts';
import { createOwnedUploads } from './owned-uploads.ts';
import { createReaders } from './start-reader.ts';
import { uploadFiles } from './upload-files.ts';
import { createUploadRunner, type UploadRunnerDeps } from './upload-runner.ts';
import { createUploadStore, presentUpload, type UploadRow } from './upload-store.ts';
import { watchUploads } from './watch-uploads.ts';

export { createUploadLoader, isUploaded, type UploadTime } from './upload-times.ts';

/**
 * Files with users or updates from before a bot was connected. A file lies on the disk of the instance that received
 * it, its owner, which alone reads it; its row shows every process how far it is. Any process may be asked for
 * anything: start and stop are changes of the row, which the owner sees within a second.
 */
export interface Uploads {
  /** Takes a file in and looks at it. @throws AppError UploadTooLarge, UploadUnreadable, BadRequest, StoreUnavailable. */
  receive(bot: string, fileName: string, file: Readable): Promise<Upload>;
  /** The newest first. */
  list(bot: string): Promise<Upload[]>;
  /** @throws AppError NotFound. */
  get(bot: string, id: string): Promise<Upload>;
  /** Begins to read it, in the background; again, if the process died over it. @throws AppError NotFound, UploadBusy, RequiredFields, InvalidField. */
  start(bot: string, id: string, choice: Pick<Upload, 'content'> & { mapping?: Upload['mapping'] }): Promise<Upload>;
  /** Stops one that runs; throws away any other. Waits some seconds for an owner elsewhere. @throws AppError NotFound. */
  cancel(bot: string, id: string): Promise<void>;
  /** The CSV of rejected rows, packed by gzip; null before the end, or if no row was rejected. @throws AppError NotFound. */
  rejectedRows(bot: string, id: string): Promise<Uint8Array | null>;
  /**
   * Once, at the start: goes on with what an earlier process of this instance left, from the beginning of the file, and
   * tidies up. What an earlier process died over is left to the account.
   */
  resume(): Promise<void>;
  /** Does what other processes were asked to do with own files. It happens every second while there are such files. */
  check(): Promise<void>;
  /** Deletes what is too old, and ends what belongs to instances that are gone. It happens every ten minutes. */
  tidy(): Promise<void>;
  /** Stops what runs, to be resumed by the next start. */
  close(): Promise<void>;
}

/** Files of one bot that wait to be started; a further one replaces the oldest. */
const maxWaiting = 3;
/** Time that a request waits for the owner to stop an upload, ms: five of its looks. */
const stopWaitMs = 5_000;

export function createUploads(
  options: Pick<UploadRunnerDeps, 'store' | 'rulesOf' | 'maxBytes' | 'logger'> &
    Partial<Pick<UploadRunnerDeps, 'readers' | 'retryMs'>> & {
      now?: (() => number) | undefined;
      metadata: Pick<Metadata, 'db'>;
      dataDir: string;
      /** The id of this instance. */
      owner: string;
    },
): Uploads {
  const { logger, owner, now = Date.now } = options;
  const clock = clockFrom(options.now);
  const { db } = options.metadata;
  const files = uploadFiles(options.dataDir);
  const rows = createUploadStore(db, options.now);
  const owned = createOwnedUploads({ db, owner, run: randomUUID(), now: options.now });
  const { retryMs = 2_000, readers = createReaders() } = options;
  const runner = createUploadRunner({ ...options, owned, files, readers, clock, retryMs });
  const watch = watchUploads({ owner, rows, owned, files, runner, logger, monotonic: clock.monotonic });

  const must = async (bot: string, id: string): Promise<UploadRow> => {
    const row = await rows.byId(bot, id);
    if (row === undefined) throw new AppError('NotFound');
    return row;
  };
  /** The file of another instance is deleted when that one tidies up. */
  const throwAway = async (row: Pick<UploadRow, 'id' | 'owner'>): Promise<void> => {
    await rows.remove(row.id);
    if (row.owner === owner) await files.remove(row.id);
  };

  return {
    async receive(bot, fileName, file) {
      const id = randomUUID();
      const addedRow = await files.arrive(id, async (path) => {
        const bytes = await receiveFile(file, path, options.maxBytes);
        const { format, beginning } = await readers.look(path);
        const { content, columns, preview, mapping } = beginning;
        const row = { id, bot_key: bot, file_name: fileName, bytes, format: format.format, content, owner };
        return rows.insert({ ...row, columns, preview, mapping, created_at: new Date(now()) });
      });
      const waitingUploads = (await rows.ofBot(bot)).filter(keepsItsFile);
      for (const oldUpload of waitingUploads.slice(maxWaiting)) await throwAway(oldUpload);
      watch.soon();
      return presentUpload(addedRow);
    },
    list: async (bot) => (await rows.ofBot(bot)).map(presentUpload),
    get: async (bot, id) => presentUpload(await must(bot, id)),
    async start(bot, id, { content, mapping }) {
      const row = await must(bot, id);
      const chosenMapping = mapping ?? presentUpload(row).mapping;
      if (content === 'users') assertMapping(chosenMapping, presentUpload(row).columns);
      const startedRow = await rows.begin(row, content, chosenMapping);
      if (startedRow === undefined) throw new AppError('NotFound');
      if (startedRow.owner === owner) {
        runner.pickUp(id);
        watch.soon();
      }
      return presentUpload(startedRow);
    },
    async cancel(bot, id) {
      const row = await must(bot, id);
      if (row.state !== 'running') return throwAway(row);
      await rows.requestCancel(id);
      if (row.owner === owner) await watch.check();
      // By the real clock: it is a user who waits.
      const until = performance.now() + stopWaitMs;
      while ((await rows.isRunning(id)) && performance.now() < until) await wait(100);
    },
    async rejectedRows(bot, id) {
      await must(bot, id);
      return rows.report(id);
    },
    async resume() {
      await files.open();
      await watch.start();
    },
    check: watch.check,
    tidy: watch.tidy,
    async close() {
      watch.stop();
      await runner.close();
    },
  };
}

/** Whether it waits for someone who may still start it. */
const keepsItsFile = ({ state, failure }: UploadRow): boolean => state === 'ready' || failure === 'Interrupted';

/** Every named column must be there, and users must have ids. */
function assertMapping(mapping: Upload['mapping'], columns: readonly string[]): void {
  if (mapping.user_id === undefined) throw new AppError('RequiredFields', { field: 'mapping.user_id' });
  for (const [field, column] of Object.entries(mapping)) {
    if (!isUploadField(field) || !columns.includes(column)) {
      throw new AppError('InvalidField', { field: `mapping.${field}` });
    }
  }
}
