import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { CapturedFile } from './captured-call.ts';

/** Content of a multipart body, without its files. */
export interface MultipartContent {
  fields: Map<string, string>;
  files: CapturedFile[];
}

/** Reads a multipart body as it passes, with bounded memory. */
export interface MultipartReader {
  push(chunk: Buffer): void;
  /** Returns the content; null if the body is malformed or its texts are too large. */
  finish(): Promise<MultipartContent | null>;
}

/** Telegram's own limits: 1 MiB of texts (here with their names), 50 files. */
const largestTexts = 1_048_576;
const limits = { fieldSize: largestTexts, fields: 1_000, files: 50, headerSize: 16_384 };

export function createMultipartReader(contentType: string): MultipartReader {
  const parser = createParser(contentType);
  if (parser === null) return { push: () => undefined, finish: () => Promise.resolve(null) };
  const content: MultipartContent = { fields: new Map(), files: [] };
  let textBytes = 0;
  let isBroken = false;
  const fail = (): void => {
    isBroken = true;
  };
  const parsing = new Promise<void>((resolve) => {
    parser.once('finish', resolve).on('error', () => {
      fail();
      resolve();
    });
  });

  parser.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    // Names of empty texts take room too.
    textBytes += Buffer.byteLength(value) + (name?.length ?? 0);
    if (isTruncated || textBytes > largestTexts) fail();
    // The first occurrence wins, as at Telegram.
    else if (name !== undefined && !content.fields.has(name)) content.fields.set(name, value);
  });
  parser.on('file', (field: string | undefined, stream, name: string | undefined, _encoding, type) => {
    const file = { field: field ?? '', name: name ?? '', type, size: 0 };
    content.files.push(file);
    stream.on('data', (bytes: Buffer) => {
      file.size += bytes.length;
    });
    // A body that ends within a file: without a listener the process would end with it.
    stream.on('error', fail);
  });
  parser.on('fieldsLimit', fail).on('filesLimit', fail);

  return {
    push(chunk) {
      // Nothing waits for a drain: files are counted and dropped at once, so that no chunk stays.
      if (!isBroken) parser.write(chunk);
    },
    async finish() {
      if (isBroken) return null;
      parser.end();
      await parsing;
      return isBroken ? null : content;
    },
  };
}

/** Null for a content type that is no multipart form, or names no boundary. */
function createParser(contentType: string): BusboyInstance | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null;
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits,
      // Names as the bot wrote them; python clients give every text a content type, which makes no file of it.
      preservePath: true,
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    });
  } catch {
    return null;
  }
}

const pieceBytes = 1_048_576;

/** Reads a body that is whole. Fifty megabytes at once would hold up all others, so the event loop goes on in between. */
export async function readMultipart(body: Buffer, contentType: string): Promise<MultipartContent | null> {
  const reader = createMultipartReader(contentType);
  for (let offset = 0; offset < body.length; offset += pieceBytes) {
    if (offset > 0) await nextTurn();
    reader.push(body.subarray(offset, offset + pieceBytes));
  }
  return reader.finish();
}
