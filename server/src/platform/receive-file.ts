import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from './errors.ts';

/**
 * Writes a stream to a new file, fsynced; gives its size in bytes. What fails leaves no file behind, and the stream
 * open: a request that is destroyed could not be answered.
 * @throws AppError UploadTooLarge beyond `maxBytes`, BadRequest if the sender goes away, StoreUnavailable if the disk is full.
 */
export async function receiveFile(stream: Readable, path: string, maxBytes: number): Promise<number> {
  const file = await open(path, 'wx').catch((cause: unknown) => {
    throw new AppError('StoreUnavailable', { cause });
  });
  let bytes = 0;
  try {
    for await (const chunk of fromStream(stream)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new AppError('UploadTooLarge');
      await file.writeFile(chunk).catch((cause: unknown) => {
        throw new AppError('StoreUnavailable', { cause });
      });
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
  return bytes;
}

async function* fromStream(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new AppError('BadRequest', { message: 'The file did not arrive whole', cause });
  }
}
