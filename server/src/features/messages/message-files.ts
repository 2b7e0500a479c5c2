import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type MessageFile, messageLimits } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Dispatcher } from 'undici';
import { AppError } from '../../platform/errors.ts';
import { type ImageSize, imageHeadBytes, readImageSize } from '../../platform/image-size.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { downloadFile } from '../../platform/outgoing/download-file.ts';
import { receiveFile } from '../../platform/receive-file.ts';
import { dayMs } from '../../platform/time-units.ts';

/** Limit for one bot; the oldest go after a day. */
const maxFiles = 50;
const keptMs = dayMs;
const typePattern = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;
const otherType = 'application/octet-stream';

/** Files on their way to Telegram, in a folder of the data directory: uploads, and downloads from addresses. */
export function createMessageFiles(deps: {
  db: Kysely<Tables>;
  dataDir: string;
  instance: string;
  /** Refuses addresses of private networks. */
  dispatcher: Dispatcher;
}) {
  const { db, instance } = deps;
  const folder = join(deps.dataDir, 'messages');
  mkdirSync(folder, { recursive: true });
  const filePath = (id: string): string => join(folder, id);

  async function receive(bot: string, fileInfo: { name: string; type: string }, file: Readable): Promise<MessageFile> {
    const totals = await db
      .selectFrom('message_files')
      .select(({ fn }) => fn.countAll<number | string>().as('files'))
      .where('bot_key', '=', bot)
      .executeTakeFirstOrThrow();
    if (Number(totals.files) >= maxFiles) throw new AppError('TooManyFiles');
    const id = randomUUID();
    const bytes = await receiveFile(file, filePath(id), messageLimits.file);
    const type = typePattern.test(fileInfo.type) ? fileInfo.type : otherType;
    const row = { id, bot_key: bot, instance, name: fileInfo.name, type, bytes, created_at: new Date() };
    await db.insertInto('message_files').values(row).execute();
    return { id, name: fileInfo.name, type, bytes };
  }

  return {
    receive,

    /** @throws AppError FileUnreachable (field url), UploadTooLarge */
    fetch: (bot: string, address: string): Promise<MessageFile> =>
      downloadFile(deps.dispatcher, address, (fileInfo, file) => receive(bot, fileInfo, file)),

    /** @throws AppError FileGone for one that is not there, or another bot's */
    async find(bot: string, id: string): Promise<MessageFile & { instance: string }> {
      const row = await db
        .selectFrom('message_files')
        .selectAll()
        .where('id', '=', id)
        .where('bot_key', '=', bot)
        .executeTakeFirst();
      if (row === undefined) throw new AppError('FileGone', { field: 'media.upload' });
      const { name, type, instance: owner } = row;
      return { id, name, type, bytes: Number(row.bytes), instance: owner };
    },

    async names(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('message_files').select(['id', 'name']).where('id', 'in', ids).execute();
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** Null if it is not on this disk. */
    async local(bot: string, id: string): Promise<{ path: string; name: string; type: string; bytes: number } | null> {
      const row = await db
        .selectFrom('message_files')
        .select(['name', 'type', 'bytes'])
        .where('id', '=', id)
        .where('bot_key', '=', bot)
        .executeTakeFirst();
      const isHere = await stat(filePath(id)).then(
        () => true,
        () => false,
      );
      return row !== undefined && isHere ? { path: filePath(id), ...row, bytes: Number(row.bytes) } : null;
    },

    /** Null for a file that is no image, does not say its size, or is on the disk of another process. */
    async imageSize(bot: string, id: string): Promise<ImageSize | null> {
      const file = await this.local(bot, id);
      if (file === null) return null;
      const chunks: Buffer[] = await createReadStream(file.path, { end: imageHeadBytes - 1 })
        .toArray()
        .catch(() => []);
      return readImageSize(Buffer.concat(chunks));
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('message_files').where('id', '=', id).execute();
      await rm(filePath(id), { force: true });
    },

    forgetOld: (now: number): Promise<number> => forgetOldFiles(db, { folder, instance, now }),
  };
}

/** Deletes files older than a day, and those whose bot is gone. @returns how many */
async function forgetOldFiles(
  db: Kysely<Tables>,
  { folder, instance, now }: { folder: string; instance: string; now: number },
): Promise<number> {
  await db
    .deleteFrom('message_files')
    .where('created_at', '<', new Date(now - keptMs))
    .execute();
  const fileNames = await readdir(folder);
  if (fileNames.length === 0) return 0;
  const rows = await db.selectFrom('message_files').select('id').where('instance', '=', instance).execute();
  const knownIds = new Set(rows.map(({ id }) => id));
  let removedCount = 0;
  for (const name of fileNames) {
    // One that is being received has no row yet.
    const modifiedAt = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? now;
    if (knownIds.has(name) || modifiedAt > now - 3_600_000) continue;
    await rm(join(folder, name), { force: true });
    removedCount += 1;
  }
  return removedCount;
}

export type MessageFiles = ReturnType<typeof createMessageFiles>;
