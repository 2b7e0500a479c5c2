import { randomUUID } from 'node:crypto';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Upload } from '@botscope/contract';
import type { Logger } from 'pino';
import type { StartRules } from '../../events/normalize/normalize-update.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import { isUploadField } from './columns.ts';
import { failureOf } from './failure-of.ts';
import { readingMark } from './reading-mark.ts';
import { receiveFile } from './receive-file.ts';
import { runUpload } from './run-upload.ts';
import { createReaders, type Readers } from './start-reader.ts';
import { createUploadStore, presentUpload, type UploadChange, type UploadRow } from './upload-store.ts';

/** Files with people or updates from before a bot was connected. */
export interface Uploads {
  /** Takes a file in and looks at it. @throws AppError UploadTooLarge, UploadUnreadable, BadRequest, StoreUnavailable. */
  receive(bot: string, fileName: string, file: Readable): Promise<Upload>;
  /** The newest first. */
  list(bot: string): Promise<Upload[]>;
  /** @throws AppError NotFound. */
  get(bot: string, id: string): Promise<Upload>;
  /** Begins to read it, in the background; again, if the process died over it. @throws AppError NotFound, UploadBusy, RequiredFields, InvalidField. */
  start(bot: string, id: string, choice: Pick<Upload, 'content'> & { mapping?: Upload['mapping'] }): Promise<Upload>;
  /** Stops one that runs; throws away any other. @throws AppError NotFound. */
  cancel(bot: string, id: string): Promise<void>;
  /** Path of the CSV of refused lines; null if nothing was refused. @throws AppError NotFound. */
  rejectedRowsFile(bot: string, id: string): Promise<string | null>;
  /**
   * Once, at the start: goes on with what an earlier process left, from the beginning of the file, and tidies up. What
   * an earlier process died over is left to its owner.
   */
  resume(): Promise<void>;
  /** Stops what runs, to be resumed by the next start. */
  close(): Promise<void>;
}

/** A file that nobody started is thrown away after a day, the record of one that was read after 30. */
const waitingDays = 1;
const keptDays = 30;
/** A packed file may become so many times the largest file. */
const mostInflated = 10;
/** What fits into its column. */
const mostCounted = 2_147_483_647;
/** Files of one bot that wait to be started; a further one replaces the oldest. */
const mostWaiting = 3;
/** How often the page learns of progress, ms. */
const progressMs = 1_000;

export function createUploads(options: {
  metadata: Pick<Metadata, 'db'>;
  store: Pick<EventStore, 'write'>;
  /** Start-payload rules of a bot; null if there is no such bot any more. */
  rulesOf(bot: string): Promise<StartRules | null>;
  dataDir: string;
  maxBytes: number;
  logger: Logger;
  now?: () => number;
  retryMs?: number;
  readers?: Readers;
}): Uploads {
  const { logger, store, now = Date.now, retryMs = 2_000, readers = createReaders() } = options;
  const directory = join(options.dataDir, 'uploads');
  const rows = createUploadStore(options.metadata.db);
  const running = new Map<string, { bot: string; stop: AbortController; done: Promise<void> }>();
  const fileOf = (id: string): string => join(directory, id);
  const reportOf = (id: string): string => join(directory, `${id}.rejected-rows.csv`);
  let isClosing = false;

  const must = async (bot: string, id: string): Promise<UploadRow> => {
    const row = await rows.byId(bot, id);
    if (row === undefined) throw new AppError('NotFound');
    return row;
  };
  const throwAway = async (id: string): Promise<void> => {
    await rows.remove(id);
    await rm(fileOf(id), { force: true });
    await rm(reportOf(id), { force: true });
    await readingMark(fileOf(id)).clear();
  };

  function run(row: UploadRow): void {
    const stop = new AbortController();
    const done = read(row, stop.signal)
      .catch((error: unknown) => logger.error({ err: error, upload: row.id }, 'an upload cannot be finished'))
      .finally(() => running.delete(row.id));
    running.set(row.id, { bot: row.bot_key, stop, done });
  }

  async function read(row: UploadRow, signal: AbortSignal): Promise<void> {
    const { id, bot_key: bot } = row;
    const { content, mapping } = presentUpload(row);
    const mark = readingMark(fileOf(id));
    let progress: UploadChange = {};
    let lastWritten = 0;
    let state: Upload['state'] = 'done';
    let failure: Upload['failure'] = null;
    try {
      const rules = await options.rulesOf(bot);
      if (rules === null) throw new AppError('NotFound');
      const maxInflatedBytes = mostInflated * options.maxBytes;
      const about = { bot, content, mapping, rules, now: now(), maxInflatedBytes };
      await runUpload({
        ...{ readers, signal, store, retryMs, onStart: mark.set },
        job: { do: 'read', path: fileOf(id), rejectedRowsPath: reportOf(id), ...about },
        async onProgress({ readBytes, accepted, refused, rejectedRows }) {
          const counted = { accepted: Math.min(accepted, mostCounted), refused: Math.min(refused, mostCounted) };
          progress = { read_bytes: readBytes, ...counted, rejected_rows: rejectedRows };
          if (now() - lastWritten < progressMs) return;
          lastWritten = now();
          await rows.update(id, progress).catch((error: unknown) => logger.warn({ err: error }, 'no progress written'));
        },
      });
    } catch (error) {
      state = signal.aborted ? 'cancelled' : 'failed';
      failure = signal.aborted ? null : failureOf(error);
      if (!signal.aborted) logger.error({ err: error, bot, upload: id }, 'an upload has failed');
    }
    // Stopped by the end of the process: the row still says "running", and the next start goes on with it.
    if (isClosing && state === 'cancelled') return mark.clear();
    const isSettled = await settle(id, { ...progress, state, failure });
    // What broke the process is kept for another try, and an end that is not written for the next start.
    if (isSettled && failure !== 'Interrupted') await rm(fileOf(id), { force: true });
    if (isSettled || failure !== 'Interrupted') await mark.clear();
    const { accepted = 0, refused = 0 } = progress;
    logger.info({ bot, upload: id, state, accepted, refused }, 'an upload has ended');
  }

  /** Writes the end of an upload, however long the metadata store is away; false if the server ends before. */
  async function settle(id: string, change: UploadChange): Promise<boolean> {
    while (!isClosing) {
      try {
        await rows.update(id, { ...change, finished_at: new Date(now()) });
        return true;
      } catch (error) {
        logger.warn({ err: error, upload: id }, 'the end of an upload cannot be written; trying again');
        await wait(retryMs, undefined, { ref: false });
      }
    }
    return false;
  }

  async function tidyUp(): Promise<void> {
    const known = await rows.all();
    for (const { id, state, created_at } of known) {
      const days = state === 'ready' ? waitingDays : keptDays;
      if (state !== 'running' && now() - new Date(created_at).getTime() > days * dayMs) await throwAway(id);
    }
    // Files of removed bots, and of uploads that broke off.
    const ids = new Set(known.map(({ id }) => id));
    for (const name of await readdir(directory)) {
      if (!ids.has(name.slice(0, 36)) && !arriving.has(name)) await rm(join(directory, name), { force: true });
    }
  }
  const arriving = new Set<string>();

  return {
    async receive(bot, fileName, file) {
      await mkdir(directory, { recursive: true });
      const id = randomUUID();
      arriving.add(id);
      try {
        const bytes = await receiveFile(file, fileOf(id), options.maxBytes);
        const { format, beginning } = await readers.look(fileOf(id));
        const { content, columns, preview, mapping } = beginning;
        const row = { id, bot_key: bot, file_name: fileName, bytes, format: format.format, content };
        const added = await rows.insert({ ...row, columns, preview, mapping, created_at: new Date(now()) });
        const waiting = (await rows.ofBot(bot)).filter(keepsItsFile);
        for (const { id: old } of waiting.slice(mostWaiting)) await throwAway(old);
        return presentUpload(added);
      } catch (error) {
        await rm(fileOf(id), { force: true });
        throw error;
      } finally {
        arriving.delete(id);
      }
    },
    list: async (bot) => (await rows.ofBot(bot)).map(presentUpload),
    get: async (bot, id) => presentUpload(await must(bot, id)),
    async start(bot, id, { content, mapping }) {
      const row = await must(bot, id);
      const chosen = mapping ?? presentUpload(row).mapping;
      if (content === 'users') assertMapping(chosen, presentUpload(row).columns);
      const begun = await rows.begin(row, content, chosen);
      if (begun === undefined) throw new AppError('NotFound');
      run(begun);
      return presentUpload(begun);
    },
    async cancel(bot, id) {
      const row = await must(bot, id);
      const work = running.get(id);
      if (work !== undefined) {
        work.stop.abort();
        await work.done;
      } else if (row.state === 'running') {
        await rows.update(id, { state: 'cancelled', finished_at: new Date(now()) });
      } else await throwAway(id);
    },
    async rejectedRowsFile(bot, id) {
      await must(bot, id);
      const isThere = await access(reportOf(id)).then(
        () => true,
        () => false,
      );
      return isThere ? reportOf(id) : null;
    },
    async resume() {
      await mkdir(directory, { recursive: true });
      await tidyUp();
      for (const { id, bot_key, state } of await rows.all()) {
        const row = state === 'running' && !running.has(id) ? await rows.byId(bot_key, id) : undefined;
        if (row === undefined) continue;
        if (await readingMark(fileOf(id)).isSet()) {
          logger.error({ bot: bot_key, upload: id }, 'the process died while it read this upload; it is not resumed');
          if (await settle(id, { state: 'failed', failure: 'Interrupted' })) await readingMark(fileOf(id)).clear();
        } else run(row);
      }
    },
    async close() {
      isClosing = true;
      for (const { stop } of running.values()) stop.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
      readers.close();
    },
  };
}

/** Whether it waits for its owner, who may still start it. */
const keepsItsFile = ({ state, failure }: UploadRow): boolean => state === 'ready' || failure === 'Interrupted';

/** Every named column must be there, and people must have ids. */
function assertMapping(mapping: Upload['mapping'], columns: readonly string[]): void {
  if (mapping.user_id === undefined) throw new AppError('RequiredFields', { field: 'mapping.user_id' });
  for (const [field, column] of Object.entries(mapping)) {
    if (!isUploadField(field) || !columns.includes(column)) {
      throw new AppError('InvalidField', { field: `mapping.${field}` });
    }
  }
}
