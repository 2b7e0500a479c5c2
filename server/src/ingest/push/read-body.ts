import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { PushError } from './push-error.ts';

/** `unzip` tells gzip and deflate apart by the first bytes; some clients call one by the other's name. */
const inflaters: Readonly<Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

/**
 * The JSON of a request's body, whatever it calls itself.
 * @throws PushError 400 for what is no JSON, 413 if it is larger than `maxBytes` when inflated, 415 for an unknown packing.
 */
export async function readBody(body: unknown, encoding: string | undefined, maxBytes: number): Promise<unknown> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const packing = encoding?.trim().toLowerCase();
  const plain =
    packing === undefined || packing === '' || packing === 'identity' ? bytes : await inflate(bytes, packing, maxBytes);
  return parse(plain.toString('utf8'));
}

async function inflate(bytes: Buffer, packing: string, maxBytes: number): Promise<Buffer> {
  const inflater = Object.hasOwn(inflaters, packing) ? inflaters[packing] : undefined;
  if (inflater === undefined) throw new PushError(415, `Content-Encoding "${packing}" is not supported`);
  try {
    return await inflater(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw PushError.tooLarge(maxBytes, cause);
    throw new PushError(400, `The body is not valid ${packing}`, { cause });
  }
}

/**
 * Plain JSON.parse and no secure-json-parse: a `"__proto__"` in a user's update is data, to be kept like all else. It
 * becomes an ordinary own member here, and nothing downstream merges objects.
 */
function parse(text: string): unknown {
  try {
    // PowerShell and .NET write a byte order mark.
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
  } catch (cause) {
    throw new PushError(400, 'Wrong json', { cause });
  }
}
