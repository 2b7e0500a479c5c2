import type { Readable } from 'node:stream';
import type { ByteShare } from '../../platform/byte-budget.ts';
import { PushError } from './push-error.ts';

/** Bodies up to this size are not counted: a thousand connections hold no more than 64 MB of them. */
export const uncountedBytes = 65_536;
/** Time limit of a larger body, ms; a trickle would keep its share of memory for hours. */
const defaultTimeoutMs = 120_000;

/**
 * Reads a body into memory; what it takes above 64 KiB is taken from `share`, piece by piece.
 * @throws PushError 413 beyond `maxBytes`, 429 or 503 where the share is exhausted, 408 after two minutes, 400 if the
 *   client goes away.
 */
export function receiveBody(
  stream: Readable,
  options: { length: number; maxBytes: number; share: ByteShare },
): Promise<Buffer> {
  const { length, maxBytes, share } = options;
  if (length > maxBytes) return Promise.reject(PushError.tooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let countedBytes = 0;
    let timer: NodeJS.Timeout | null = null;

    const end = (): void => {
      if (timer !== null) clearTimeout(timer);
      stream.off('data', take).off('end', finish).off('error', fail).off('close', fail);
    };
    const refuse = (error: PushError): void => {
      end();
      // The rest is read and discarded: a client reads the error only after it has sent everything.
      stream.resume();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) refuse(PushError.tooLarge(maxBytes));
      else if (size > uncountedBytes) {
        timer ??= setTimeout(() => refuse(PushError.tooSlow()), defaultTimeoutMs);
        const exhausted = share.take(size - countedBytes);
        countedBytes = size;
        if (exhausted !== null) refuse(PushError.tooBusy(exhausted));
      }
    };
    const finish = (): void => {
      end();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
    };
    const fail = (): void => {
      end();
      reject(new PushError(400, 'Bad Request: the body did not arrive whole'));
    };
    stream.on('data', take).once('end', finish).once('error', fail).once('close', fail);
  });
}
