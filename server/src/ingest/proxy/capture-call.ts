import type { IncomingMessage } from 'node:http';
import type { Tap } from './forward-call.ts';
import { headerOf } from './headers.ts';
import { createMultipartReader, type MultipartReader } from './multipart-reader.ts';
import type { CapturedCall } from './proxy-deps.ts';
import { largestParameters, type ReadParameters, readParameters, unpack } from './read-parameters.ts';

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

/** Keeps of a passing call what is recorded of it. Memory is bounded, and reading waits until the bot has its answer. */
export function captureCall(
  call: { method: string; query: string; request: IncomingMessage },
  now: () => number,
  onCall: (call: CapturedCall) => void,
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

  async function readCall(): Promise<ReadParameters | null> {
    if (parts !== null) {
      const content = await parts.finish();
      if (content === null) return null;
      const query = await readParameters(call.query, null, '');
      return { params: { ...Object.fromEntries(content.fields), ...query.params }, files: content.files };
    }
    if (isUpload && body.size > 0) {
      const { params } = await readParameters(call.query, null, '');
      return { params, files: [{ field: 'file', name: '', type, size: body.size }] };
    }
    const bytes = body.bytes;
    const plain = bytes === null || coding === undefined ? bytes : await unpack(bytes, coding);
    return plain === null ? null : readParameters(call.query, plain, type);
  }

  async function readAnswer(): Promise<unknown> {
    const bytes = answer.bytes;
    if (bytes === null || bytes.length === 0) return null;
    const plain = answerCoding === undefined ? bytes : await unpack(bytes, answerCoding);
    if (plain === null) return null;
    try {
      return JSON.parse(plain.toString('utf8'));
    } catch {
      return null;
    }
  }

  return {
    requestData(chunk) {
      if (parts === null) body.add(chunk);
      else parts.push(chunk);
    },
    answerHead(_status, headers) {
      answerCoding = headerOf(headers, 'content-encoding');
    },
    answerData: (chunk) => answer.add(chunk),
    done(status) {
      if (isDone) return;
      isDone = true;
      const finishedAt = now();
      const capture = ([read, response]: [ReadParameters | null, unknown]): void =>
        onCall({
          method: call.method,
          params: read?.params ?? null,
          files: read?.files ?? [],
          status,
          response,
          startedAt,
          finishedAt,
          via: 'proxy',
        });
      Promise.all([readCall(), readAnswer()]).then(capture).catch(onError);
    },
  };
}
