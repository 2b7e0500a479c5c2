import type { IncomingMessage } from 'node:http';
import type { Tap } from './forward-call.ts';
import { findHeader } from './headers.ts';
import { createMultipartReader, type MultipartReader } from './multipart-reader.ts';
import { type PassedCall, passedBytes } from './passed-call.ts';
import { largestParameters } from './read-parameters.ts';

/** An album of ten with captions is some 30 kB. */
const largestAnswer = 262_144;

/** Bytes that pass, kept up to a limit. */
class Kept {
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #size = 0;
  constructor(limit: number) {
    this.#limit = limit;
  }
  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= this.#limit) this.#chunks.push(chunk);
    else this.#chunks = [];
  }
  get size(): number {
    return this.#size;
  }
  /** Null if there was too much. */
  get bytes(): Buffer | null {
    if (this.#size > this.#limit) return null;
    return this.#chunks.length === 1 ? (this.#chunks[0] ?? null) : Buffer.concat(this.#chunks);
  }
}

/**
 * Keeps of a passing call what is recorded of it. Memory is bounded, and nothing is parsed but forms with files, of which
 * only the texts are kept. The bot's answer waits until `onCall` has taken the call: a turn of the event loop mostly.
 */
export function captureCall(
  call: { method: string; query: string; request: IncomingMessage },
  now: () => number,
  onCall: (call: PassedCall) => Promise<void> | void,
  onError: (error: unknown) => void,
): Tap {
  const { 'content-type': type = '', 'content-encoding': coding } = call.request.headers;
  const startedAt = now();
  const isForm = coding === undefined && /^multipart\/form-data\b/i.test(type);
  const parts: MultipartReader | null = isForm ? createMultipartReader(type) : null;
  const isUpload = !/^(?:application\/(?:json|x-www-form-urlencoded)|multipart\/form-data)\b/i.test(type);
  const body = new Kept(isUpload && coding === undefined ? 0 : largestParameters);
  const answer = new Kept(largestAnswer);
  let answerCoding: string | undefined;
  let isDone = false;

  /** Reads content that cannot be kept as it came; `unread` returns null for content that can. */
  async function readOnTheWay(reader: MultipartReader): Promise<PassedCall['read']> {
    const content = await reader.finish();
    return content === null
      ? { params: null, files: [] }
      : { params: Object.fromEntries(content.fields), files: content.files };
  }
  function unread(): PassedCall['read'] {
    if (isUpload && body.size > 0) return { params: {}, files: [{ field: 'file', name: '', type, size: body.size }] };
    return body.bytes === null ? { params: null, files: [] } : null;
  }

  return {
    requestData(chunk) {
      if (parts === null) body.add(chunk);
      else parts.push(chunk);
    },
    answerHead(_status, headers) {
      answerCoding = findHeader(headers, 'content-encoding');
    },
    answerData: (chunk) => answer.add(chunk),
    done(status, send) {
      if (isDone) return send();
      isDone = true;
      const finishedAt = now();
      const take = (read: PassedCall['read']): Promise<void> | void => {
        const [bytes, answerBytes] = [body.bytes, answer.bytes];
        return onCall({
          method: call.method,
          query: call.query,
          type,
          body: read !== null || bytes === null || bytes.length === 0 ? null : passedBytes(bytes, coding),
          read,
          answer: answerBytes === null || answerBytes.length === 0 ? null : passedBytes(answerBytes, answerCoding),
          status,
          startedAt,
          finishedAt,
          via: 'proxy',
        });
      };
      const completion = parts === null ? attempt(() => take(unread())) : readOnTheWay(parts).then(take);
      completion.catch(onError).finally(send);
    },
  };
}

async function attempt(work: () => Promise<void> | void): Promise<void> {
  await work();
}
