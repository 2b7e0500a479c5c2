import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import { inflationLimit } from '../../platform/inflate.ts';
import { isBoundedJson } from '../../platform/json/json-pieces.ts';
import { isObject } from '../../telegram/json.ts';
import { readMultipart } from '../proxy/multipart-reader.ts';
import { largestParameters } from '../proxy/read-parameters.ts';
import type { Answer } from './forward-update.ts';

/** A method call that a bot wrote into its answer to an update; ready to be sent to Telegram as it is. */
export interface Reply {
  /** As the bot wrote it. */
  method: string;
  contentType: string;
  body: Buffer;
}

type ReadReply =
  | { reply: Reply }
  | { none: true }
  | { refused: string }
  /** The answer does not unpack: for Telegram the delivery has failed then. */
  | { broken: string };

/** Largest reply: Telegram's own limit of an upload. */
export const replyBytes = 50 * 1_048_576;

/** Telegram does not take these from an answer: they would change how updates come, or tell the bot nothing. */
const rejectedMethods: ReadonlySet<string> = new Set(['setwebhook', 'deletewebhook', 'close', 'logout']);

const inflate = promisify(unzip);

/** Finds the call in a bot's answer, by Telegram's own rules: only after a 2xx, in JSON, urlencoded or multipart. */
export async function readReply(answer: Answer): Promise<ReadReply> {
  if (answer.body.length === 0) return { none: true };
  if (answer.rest !== null) return { refused: `The answer is larger than ${replyBytes} bytes` };
  const packing = String(answer.headers['content-encoding'] ?? 'identity').toLowerCase();
  let body: Buffer;
  try {
    const maxOutputLength = inflationLimit(answer.body.length, replyBytes);
    body = packing === 'identity' ? answer.body : await inflate(answer.body, { maxOutputLength });
  } catch (error) {
    return { broken: `The answer is no ${packing}: ${error instanceof Error ? error.message : error}` };
  }
  const contentType = answer.headers['content-type'] ?? '';
  const kind = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!Object.hasOwn(methodReaders, kind)) return { none: true };
  const method = await methodReaders[kind]?.(body, contentType).catch(() => '');
  if (method === undefined || method === '') return { none: true };
  const name = method.toLowerCase();
  if (name.startsWith('get') || rejectedMethods.has(name)) return { refused: `${method} is not taken from an answer` };
  if (!/^[a-z]+$/.test(name)) return { refused: `${method.slice(0, 64)} is not the name of a method` };
  return { reply: { method, contentType, body } };
}

/** Reads the method from each kind of body; '' if the body names none. The first occurrence counts, as at Telegram. */
const methodReaders: Readonly<Record<string, (body: Buffer, contentType: string) => Promise<string>>> = {
  async 'application/json'(body) {
    if (!isBoundedJson(body)) return '';
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) && typeof value.method === 'string' ? value.method : '';
  },
  async 'application/x-www-form-urlencoded'(body) {
    // Telegram takes 1 MiB of parameters, and the others need not be read for this one.
    if (body.length > largestParameters) return '';
    const [, method = ''] = /(?:^|&)method=([^&]*)/.exec(body.toString('utf8')) ?? [];
    return new URLSearchParams(`method=${method}`).get('method') ?? '';
  },
  async 'multipart/form-data'(body, contentType) {
    return (await readMultipart(body, contentType))?.fields.get('method') ?? '';
  },
};
