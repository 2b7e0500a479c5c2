import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { BotErrorReason } from '@botscope/contract';
import type { Dispatcher } from 'undici';
import { type Failure, failureOf } from '../../platform/outgoing/failure.ts';

/** An answer is kept in memory up to this size before it is passed on; beyond, it is streamed. */
const bufferedBytes = 1_048_576;

/** Where a webhook is, taken apart once. */
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

/** Sends one POST. Never rejects: not being answered is a value too. */
export async function forwardRequest(
  dispatcher: Dispatcher,
  { upstream, headers, body }: WebhookRequest,
  limits: PostLimits,
): Promise<Attempt> {
  const ended = new AbortController();
  let isStale = false;
  const cancelTimer = limits.after(limits.timeoutMs, () => {
    isStale = true;
    ended.abort();
  });
  const giveUp = () => ended.abort();
  limits.signal?.addEventListener('abort', giveUp, { once: true });
  const release = () => {
    cancelTimer();
    limits.signal?.removeEventListener('abort', giveUp);
  };
  let isStreaming = false;
  try {
    if (limits.signal?.aborted) return { aborted: true };
    const { origin, path } = upstream;
    const response = await dispatcher.request({
      origin,
      path,
      method: 'POST',
      headers,
      body,
      signal: ended.signal,
      // The one limit is ours: it covers connecting, headers and body together.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { statusCode: status, statusText, headers: received } = response;
    const beginning = await readBeginning(response.body, limits.bufferBytes ?? bufferedBytes);
    if (beginning.rest !== null) {
      isStreaming = true;
      beginning.rest.once('close', release);
    }
    return { answer: { status, statusText, headers: received, ...beginning } };
  } catch (error) {
    if (limits.signal?.aborted) return { aborted: true };
    return { silence: isStale ? late(limits.timeoutMs) : silenceOf(error) };
  } finally {
    if (!isStreaming) release();
  }
}

function late(timeoutMs: number): Silence {
  return { reason: 'Timeout', text: `No answer within ${Math.round(timeoutMs / 1_000)} s`, unsent: false };
}

async function readBeginning(body: Readable, most: number): Promise<{ body: Buffer; rest: Readable | null }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > most) return { body: Buffer.concat(chunks), rest: body };
  }
  return { body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks), rest: null };
}

/** The other side cannot have seen anything of a request that failed so. */
const beforeSending: ReadonlySet<Failure> = new Set(['refused', 'dns', 'tls', 'private']);

function silenceOf(error: unknown): Silence {
  const failure = failureOf(error);
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  const reason = failure === 'private' ? 'Private' : failure === 'timeout' ? 'Timeout' : 'Unreachable';
  return { reason, text: `${code} ${message}`.trim(), unsent: beforeSending.has(failure) };
}
