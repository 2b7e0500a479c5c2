import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { BotErrorReason } from '@botscope/contract';
import type { Dispatcher } from 'undici';
import { classifyFailure, type Failure } from '../../platform/outgoing/failure.ts';

/** An answer is kept in memory up to this size before it is passed on; beyond, it is streamed. */
const bufferedBytes = 1_048_576;

/** Address of a webhook, parsed once. */
export interface Target {
  origin: string;
  path: string;
  /** `Authorization` made of the address's user and password, as Telegram does. */
  authorization: string | null;
}

export interface Answer {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  /** The body, or its beginning if there is a `rest`. */
  body: Buffer;
  rest: Readable | null;
}

/** The other side did not answer. */
export interface Silence {
  reason: Extract<BotErrorReason, 'Timeout' | 'Unreachable' | 'Private'>;
  /** A word such as ECONNREFUSED, and what it says. */
  text: string;
  /** True if the request surely never reached the other side. */
  unsent: boolean;
}

export type Attempt = { answer: Answer } | { silence: Silence } | { aborted: true };

interface WebhookRequest {
  upstream: Target;
  headers: string[];
  body: Buffer;
}

interface PostLimits {
  timeoutMs: number;
  /** Aborts the request; the attempt is then `aborted`. */
  signal?: AbortSignal;
  after: (ms: number, run: () => void) => () => void;
  /** A larger answer is `rest` from here on. */
  bufferBytes?: number;
}

export function parseUpstream(address: string): Target {
  const url = new URL(address);
  const user = `${unescaped(url.username)}:${unescaped(url.password)}`;
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    authorization: user === ':' ? null : `Basic ${Buffer.from(user).toString('base64')}`,
  };
}

/** A lone percent sign stands for itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The headers that Telegram sends, and no others; Host, Connection and Content-Length are the client's. */
export function webhookHeaders(upstream: Target, secret: string | null): string[] {
  const headers = upstream.authorization === null ? [] : ['Authorization', upstream.authorization];
  if (secret !== null && secret !== '') headers.push('X-Telegram-Bot-Api-Secret-Token', secret);
  headers.push('Content-Type', 'application/json', 'Connection', 'keep-alive', 'Accept-Encoding', 'gzip, deflate');
  return headers;
}

/**
 * Sends one POST. Never rejects: not being answered is a value too. By `dispatch`, below undici's streams and promises: with
 * them a relayed update cost a quarter more.
 */
export function forwardRequest(
  dispatcher: Dispatcher,
  { upstream, headers, body }: WebhookRequest,
  limits: PostLimits,
): Promise<Attempt> {
  const { signal, timeoutMs, bufferBytes = bufferedBytes } = limits;
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  if (signal?.aborted) return Promise.resolve({ aborted: true });
  let controller: Dispatcher.DispatchController | null = null;
  let head: Pick<Answer, 'status' | 'statusText' | 'headers'> | null = null;
  let chunks: Buffer[] = [];
  let bytes = 0;
  /** Rest of the body, once its beginning is passed on. */
  let rest: Readable | null = null;
  let isOver = false;
  let isComplete = false;

  const release = (): void => {
    cancelTimer();
    signal?.removeEventListener('abort', giveUp);
  };
  const finish = (attempt: Attempt): void => {
    if (isOver) return;
    isOver = true;
    if (rest === null) release();
    resolve(attempt);
  };
  const stop = (attempt: Attempt): void => {
    finish(attempt);
    const reason = new Error('The answer was given up');
    rest?.destroy(reason);
    controller?.abort(reason);
  };
  const giveUp = (): void => stop({ aborted: true });
  const cancelTimer = limits.after(timeoutMs, () => stop({ silence: createTimeoutSilence(timeoutMs) }));
  signal?.addEventListener('abort', giveUp, { once: true });

  dispatcher.dispatch(
    // The one limit is ours: it covers connecting, headers and body together.
    { origin: upstream.origin, path: upstream.path, method: 'POST', headers, body, ...noTimeouts },
    {
      onRequestStart(requestController) {
        controller = requestController;
        // Given up while it waited for its connection: nothing is sent.
        if (isOver) requestController.abort(new Error('The request was given up'));
      },
      onResponseStart(_started, status, responseHeaders, statusText = '') {
        // 100 Continue, 103 Early Hints: the answer itself follows.
        if (status >= 200) head = { status, statusText, headers: responseHeaders };
      },
      onResponseData(requestController, chunk) {
        if (rest !== null) {
          if (!rest.push(chunk)) requestController.pause();
          return;
        }
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= bufferBytes || head === null) return;
        rest = new Readable({
          read: () => requestController.resume(),
          destroy(error, callback) {
            release();
            if (!isComplete) requestController.abort(error ?? new Error('The answer is not read on'));
            callback(error);
          },
        });
        requestController.pause();
        finish({ answer: { ...head, body: Buffer.concat(chunks), rest } });
        chunks = [];
      },
      onResponseEnd() {
        isComplete = true;
        if (rest !== null) rest.push(null);
        else if (head !== null) finish({ answer: { ...head, body: joinChunks(chunks), rest: null } });
      },
      onResponseError(_started, error) {
        if (rest !== null) rest.destroy(error);
        else finish(signal?.aborted ? { aborted: true } : { silence: toSilence(error) });
      },
    },
  );
  return promise;
}

const noTimeouts = { headersTimeout: 0, bodyTimeout: 0 };

function joinChunks(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function createTimeoutSilence(timeoutMs: number): Silence {
  return { reason: 'Timeout', text: `No answer within ${Math.round(timeoutMs / 1_000)} s`, unsent: false };
}

/** The other side cannot have seen anything of a request that failed so. */
const beforeSending: ReadonlySet<Failure> = new Set(['refused', 'dns', 'tls', 'private']);

function toSilence(error: unknown): Silence {
  const failure = classifyFailure(error);
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  const reason = failure === 'private' ? 'Private' : failure === 'timeout' ? 'Timeout' : 'Unreachable';
  return { reason, text: `${code} ${message}`.trim(), unsent: beforeSending.has(failure) };
}
