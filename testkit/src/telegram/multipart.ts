import { buffer } from 'node:stream/consumers';
import { Busboy } from '@fastify/busboy';

export interface FileContent {
  /** As sent; may be empty for an upload from a stream. */
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Read from disk each time if the file is large: ask for `size` where that will do. */
  readonly bytes: Buffer;
}

/** A file part of a multipart body. */
export interface UploadedFile extends FileContent {
  readonly field: string;
}

/** One part: a text parameter, or a file when the part carries a `filename`, even an empty one. */
export type MultipartPart = { kind: 'text'; field: string; value: string } | ({ kind: 'file' } & UploadedFile);

/** The boundary of a multipart content type, quoted or bare; `undefined` when absent or longer than 70 letters. */
export function parseBoundary(contentType: string): string | undefined {
  const match = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  return boundary && boundary.length <= 70 ? boundary : undefined;
}

/**
 * Splits a multipart body. Resolves with `undefined` when the body is not well-formed, a part has no name, or the
 * boundary is longer than Telegram takes.
 */
export async function parseMultipart(body: Buffer, contentType: string): Promise<MultipartPart[] | undefined> {
  if (parseBoundary(contentType) === undefined) return undefined;
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    preservePath: true,
    // Python clients give every text a content type: only a file name makes a file.
    isPartAFile: (_field, _type, fileName) => fileName !== undefined,
  });
  const parts: Promise<MultipartPart>[] = [];
  parser.on('field', (field, value) => parts.push(Promise.resolve({ kind: 'text', field, value })));
  parser.on('file', (field, stream, name, _encoding, type) => {
    const file = buffer(stream).then(
      (bytes): MultipartPart => ({ kind: 'file', field, name, type, size: bytes.length, bytes }),
    );
    // A file that ends too early fails the whole body below.
    file.catch(() => undefined);
    parts.push(file);
  });
  const isWhole = await new Promise<boolean>((resolve) => {
    parser.once('finish', () => resolve(true)).on('error', () => resolve(false));
    parser.end(body);
  });
  if (!isWhole) return undefined;
  const read = await Promise.all(parts);
  return read.every(({ field }) => field !== undefined) ? read : undefined;
}
