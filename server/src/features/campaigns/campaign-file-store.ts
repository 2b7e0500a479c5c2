import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type CampaignFile, messageLimits } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { readImageSize } from '../../platform/image-size.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import { assertRoomForVisitor, currentVisitor, visitorLimits } from '../access/access.ts';
import type { CampaignFileSource } from '../campaign-engine/campaign-engine.ts';

/** One piece is in memory at a time, and is one row, bytes. */
const pieceBytes = 262_144;
/** Limit for one bot. */
const maxFiles = 200;
const typePattern = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/;

interface FileRow extends CampaignFile {
  fileId: string | null;
  fileKind: string | null;
}

/** Files of campaigns, in pieces in the metadata store: every process can send them. */
export function createCampaignFileStore(db: Kysely<Tables>, now: () => number = Date.now) {
  async function one(bot: string, id: string): Promise<FileRow | null> {
    const row = await db
      .selectFrom('campaign_files')
      .selectAll()
      .where('bot_key', '=', bot)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const { name, type, file_id: fileId, file_kind: fileKind } = row;
    return { id, name, type, bytes: Number(row.bytes), fileId, fileKind };
  }

  async function* pieces(id: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number += 1) {
      const row = await db
        .selectFrom('campaign_file_pieces')
        .select('piece')
        .where('file_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst();
      if (row === undefined) return;
      yield Buffer.from(row.piece);
    }
  }

  return {
    one,
    pieces,

    /** As far as checks look at it: of an image, with its size. */
    async checked(bot: string, id: string) {
      const file = await one(bot, id);
      if (file === null || !file.type.startsWith('image/')) return file;
      const { value: head } = await pieces(id).next();
      return { ...file, size: head === undefined ? null : readImageSize(head) };
    },

    receive: createReceive(db, now),
    source: createSource(db, { one, pieces }),

    /** Deletes files older than a day that no campaign names. @returns how many */
    async forgetUnused(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('campaign_files')
        .where('created_at', '<', new Date(now() - dayMs))
        .where(
          sql<boolean>`NOT EXISTS (
            SELECT FROM campaigns
            WHERE campaigns.bot_key = campaign_files.bot_key
              AND (message @? ('$.**.file ? (@ == "' || campaign_files.id || '")')::jsonpath
                OR variants @? ('$.**.file ? (@ == "' || campaign_files.id || '")')::jsonpath)
          )`,
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type CampaignFileStore = ReturnType<typeof createCampaignFileStore>;

const updating = (db: Kysely<Tables>, bot: string, id: string) =>
  db.updateTable('campaign_files').where('bot_key', '=', bot).where('id', '=', id);

/**
 * Stores a file; what fails leaves nothing behind.
 * @throws AppError UploadTooLarge, TooManyCampaignFiles, TooManyInDemo, BadRequest if the sender goes away
 */
function createReceive(db: Kysely<Tables>, now: () => number) {
  return async (bot: string, upload: { name: string; type: string }, file: Readable): Promise<CampaignFile> => {
    const visitor = currentVisitor();
    const maxBytes = visitor === undefined ? messageLimits.file : visitorLimits.fileBytes;
    const id = randomUUID();
    const type = typePattern.test(upload.type) ? upload.type : 'application/octet-stream';
    const row = {
      id,
      bot_key: bot,
      name: upload.name,
      type,
      bytes: 0,
      created_at: new Date(now()),
      visitor: visitor ?? null,
    };
    await db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      if (visitor !== undefined) await assertRoomForVisitor(transaction, 'campaign_files', bot);
      const { files } = await transaction
        .selectFrom('campaign_files')
        .select(sql<number>`count(*)::int`.as('files'))
        .where('bot_key', '=', bot)
        .executeTakeFirstOrThrow();
      if (files >= maxFiles) throw new AppError('TooManyCampaignFiles');
      await transaction.insertInto('campaign_files').values(row).execute();
    });
    let [bytes, number] = [0, 0];
    try {
      for await (const piece of inPieces(file)) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new AppError('UploadTooLarge');
        await db.insertInto('campaign_file_pieces').values({ file_id: id, number, piece }).execute();
        number += 1;
      }
      await updating(db, bot, id).set({ bytes }).execute();
    } catch (error) {
      await db.deleteFrom('campaign_files').where('id', '=', id).execute();
      throw error;
    }
    return { id, name: upload.name, type, bytes };
  };
}

/** The files as the engine sends them. */
const createSource = (
  db: Kysely<Tables>,
  {
    one,
    pieces,
  }: { one: (bot: string, id: string) => Promise<FileRow | null>; pieces: (id: string) => AsyncGenerator<Buffer> },
): CampaignFileSource => ({
  async find(bot, id, kind) {
    const row = await one(bot, id);
    if (row === null) return null;
    if (row.fileId !== null && row.fileKind === kind) return { fileId: row.fileId };
    const { name, type, bytes } = row;
    const read = async (): Promise<Blob> => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of pieces(id)) parts.push(new Uint8Array(piece));
      return new Blob(parts, { type });
    };
    return { name, type, bytes, read };
  },
  async keepFileId(bot, id, kind, fileId) {
    await updating(db, bot, id).set({ file_id: fileId, file_kind: kind }).execute();
  },
  async forgetFileId(bot, id) {
    await updating(db, bot, id).set({ file_id: null, file_kind: null }).execute();
  },
});

async function* inPieces(file: Readable): AsyncGenerator<Buffer> {
  let pendingChunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of fromStream(file)) {
    pendingChunks.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    const all = Buffer.concat(pendingChunks);
    let from = 0;
    for (; all.length - from >= pieceBytes; from += pieceBytes) yield all.subarray(from, from + pieceBytes);
    pendingChunks = [all.subarray(from)];
    bytes = all.length - from;
  }
  if (bytes > 0) yield Buffer.concat(pendingChunks);
}

/** The stream stays open when it is given up: a request that is destroyed could not be answered. */
async function* fromStream(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new AppError('BadRequest', { message: 'The file did not arrive whole', cause });
  }
}
