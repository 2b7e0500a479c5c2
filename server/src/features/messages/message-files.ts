import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type MessageFile, messageLimits } from '@botscope/contract';
import type { Kysely } from 'kysely';
import { type Dispatcher, request } from 'undici';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { receiveFile } from '../../platform/receive-file.ts';

/** Of one bot; the oldest go after a day. */
const mostFiles = 50;
const keptMs = 86_400_000;
const downloadMs = 20_000;
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
  const pathOf = (id: string): string => join(folder, id);

  async function receive(bot: string, named: { name: string; type: string }, file: Readable): Promise<MessageFile> {
    const waiting = await db
      .selectFrom('message_files')
      .select(({ fn }) => fn.countAll<number | string>().as('files'))
      .where('bot_key', '=', bot)
      .executeTakeFirstOrThrow();
    if (Number(waiting.files) >= mostFiles) throw new AppError('TooManyFiles');
    const id = randomUUID();
    const bytes = await receiveFile(file, pathOf(id), messageLimits.file);
    const type = typePattern.test(named.type) ? named.type : otherType;
    const row = { id, bot_key: bot, instance, name: named.name, type, bytes, created_at: new Date() };
    await db.insertInto('message_files').values(row).execute();
    return { id, name: named.name, type, bytes };
  }

  return {
    receive,

    /** @throws AppError FileUnreachable (field url), UploadTooLarge */
    async fetch(bot: string, address: string): Promise<MessageFile> {
      const unreachable = (cause?: unknown): AppError => new AppError('FileUnreachable', { field: 'url', cause });
      if (!URL.canParse(address)) throw unreachable();
      const url = new URL(address);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw unreachable();
      const signal = AbortSignal.timeout(downloadMs);
      const answer = await request(url, { dispatcher: deps.dispatcher, signal }).catch((cause: unknown) => {
        throw unreachable(cause);
      });
      // What is given up is destroyed, which is an error of the stream.
      answer.body.on('error', () => undefined);
      if (answer.statusCode !== 200) {
        answer.body.destroy();
        throw unreachable();
      }
      const type =
        String(answer.headers['content-type'] ?? '')
          .split(';')[0]
          ?.trim() ?? '';
      const name = fileNameOf(decode(url.pathname));
      try {
        return await receive(bot, { name, type }, answer.body);
      } catch (error) {
        answer.body.destroy();
        if (error instanceof AppError && error.code === 'BadRequest') throw unreachable(error);
        throw error;
      }
    },

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
      const isHere = await stat(pathOf(id)).then(
        () => true,
        () => false,
      );
      return row !== undefined && isHere ? { path: pathOf(id), ...row, bytes: Number(row.bytes) } : null;
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('message_files').where('id', '=', id).execute();
      await rm(pathOf(id), { force: true });
    },

    /** Files older than a day, and those whose bot is gone. @returns how many */
    async forgetOld(now: number): Promise<number> {
      await db
        .deleteFrom('message_files')
        .where('created_at', '<', new Date(now - keptMs))
        .execute();
      const present = await readdir(folder);
      if (present.length === 0) return 0;
      const rows = await db.selectFrom('message_files').select('id').where('instance', '=', instance).execute();
      const known = new Set(rows.map(({ id }) => id));
      let gone = 0;
      for (const name of present) {
        // One that is being received has no row yet.
        const isOld = (await stat(pathOf(name)).catch(() => null))?.mtimeMs ?? now;
        if (known.has(name) || isOld > now - 3_600_000) continue;
        await rm(pathOf(name), { force: true });
        gone += 1;
      }
      return gone;
    },
  };
}

export type MessageFiles = ReturnType<typeof createMessageFiles>;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const nameLength = 200;

/** The last part of a path, without what a row of a table cannot hold. */
export function fileNameOf(value: unknown): string {
  const last = String(value ?? '')
    .split(/[\\/]/)
    .at(-1);
  const name = (last ?? '').replaceAll('\0', '').toWellFormed().trim().slice(0, nameLength);
  return name === '' ? 'file' : name;
}
