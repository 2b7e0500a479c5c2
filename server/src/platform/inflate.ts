import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';

/** `unzip` detects gzip and deflate by the first bytes; some clients confuse their names. */
const inflaters: Readonly<Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

/** Batches of real updates shrink to a tenth, equal ones to a fiftieth; 19 kB that become 20 MB are an attack. */
const maxInflation = 100;
/** So much is always allowed: 1,000 updates of 4 kB, however alike they are. */
const alwaysAllowed = 4_194_304;

/** Why bytes could not be inflated. */
export class InflateError extends Error {
  override readonly name = 'InflateError';
  readonly reason: 'unknown' | 'damaged' | 'too large' | 'too dense';

  constructor(reason: InflateError['reason'], options: { cause?: unknown } = {}) {
    super(`The body is ${reason}`, options);
    this.reason = reason;
  }
}

/** Most bytes that a packed body may become: a hundredfold, at least 4 MiB, at most `maxBytes`. */
export function inflationLimit(packedBytes: number, maxBytes: number): number {
  return Math.min(maxBytes, Math.max(alwaysAllowed, maxInflation * packedBytes));
}

/**
 * Undoes a `Content-Encoding`, off the event loop; it stops at the limit, not behind it.
 * @param encoding as the header has it; undefined, '' and `identity` leave the bytes as they are.
 * @throws InflateError; `too dense` where only the ratio is over its limit.
 */
export async function inflate(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const packing = encoding?.trim().toLowerCase() ?? '';
  if (packing === '' || packing === 'identity') return bytes;
  const inflater = Object.hasOwn(inflaters, packing) ? inflaters[packing] : undefined;
  if (inflater === undefined) throw new InflateError('unknown');
  const limit = inflationLimit(bytes.length, maxBytes);
  try {
    return await inflater(bytes, { maxOutputLength: limit });
  } catch (cause) {
    if (cause instanceof RangeError) throw new InflateError(limit < maxBytes ? 'too dense' : 'too large', { cause });
    throw new InflateError('damaged', { cause });
  }
}
