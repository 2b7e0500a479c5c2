import type { ByteShare } from '../../platform/byte-budget.ts';
import { InflateError, inflate, inflationLimit } from '../../platform/inflate.ts';
import { PushError } from './push-error.ts';
import { uncountedBytes } from './receive-body.ts';

/**
 * The body as its sender wrote it, before it was packed.
 * @throws PushError 413 if it is larger than `maxBytes` or a hundredfold when inflated, 415 for an unknown packing, 400
 *   for a damaged one, 429 or 503 where too much is in work.
 */
export async function inflateBody(
  packed: Buffer,
  encoding: string | undefined,
  options: { maxBytes: number; share: ByteShare },
): Promise<Buffer> {
  const { maxBytes, share } = options;
  try {
    const bytes = await inflate(packed, encoding, maxBytes);
    const exhausted = bytes !== packed && bytes.length > uncountedBytes ? share.take(bytes.length) : null;
    if (exhausted !== null) throw PushError.tooBusy(exhausted);
    return bytes;
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
    throw toPushError(error, { packed: packed.length, packing: encoding?.trim().toLowerCase() ?? '', maxBytes });
  }
}

function toPushError(cause: InflateError, body: { packed: number; packing: string; maxBytes: number }): PushError {
  const { packed, packing, maxBytes } = body;
  switch (cause.reason) {
    case 'unknown':
      return new PushError(415, `Content-Encoding "${packing}" is not supported`);
    case 'damaged':
      return new PushError(400, `The body is not valid ${packing}`, { cause });
    case 'too large':
      return PushError.tooLarge(maxBytes, cause);
    case 'too dense':
      return new PushError(
        413,
        `Request Entity Too Large: ${packed} packed bytes may become at most ${inflationLimit(packed, maxBytes)}`,
        { cause },
      );
  }
}
