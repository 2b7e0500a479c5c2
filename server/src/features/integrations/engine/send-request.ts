import { performance } from 'node:perf_hooks';
import { type Dispatcher, request as undiciRequest } from 'undici';
import { classifyFailure } from '../../../platform/outgoing/failure.ts';
import { type OutgoingRequest, type ProviderAnswer, SendFailure } from '../providers/provider.ts';

const usualTimeoutMs = 20_000;
/** What is read of an answer. */
const answerBytes = 65_536;

/** A request and what came of it, for the log. */
export interface SentRequest {
  request: OutgoingRequest;
  startedAt: number;
  ms: number;
  answer: ProviderAnswer | null;
  /** Word of `deliveryProblems`; null with an answer. */
  failure: string | null;
}

export interface SendDeps {
  /** Reaches public addresses only. */
  dispatcher: Dispatcher;
  /** Other origins for origins of providers: for tests, whose providers are on this machine. */
  origins: Readonly<Record<string, string>>;
  /** Addresses of this product, to which integrations never send: the events would go round in circles. */
  ownHosts: ReadonlySet<string>;
  now(): number;
}

/** Failures after which the request certainly did not leave. */
const notSent = new Set(['dns', 'refused', 'tls', 'private']);

/**
 * Sends a request to the address of a provider, follows no redirect, and reads at most 64 kB of the answer.
 * @throws SendFailure when no answer came
 */
export async function sendRequest(
  { dispatcher, origins, ownHosts, now }: SendDeps,
  outgoing: OutgoingRequest,
): Promise<SentRequest & { answer: ProviderAnswer }> {
  const sent = { request: outgoing, startedAt: now() };
  const start = performance.now();
  const { method, headers, body = null, timeoutMs = usualTimeoutMs } = outgoing;
  const url = new URL(outgoing.url);
  if (ownHosts.has(url.host)) throw new SendFailure('private', false);
  const origin = origins[url.origin];
  try {
    const answer = await undiciRequest(origin === undefined ? url : new URL(url.pathname + url.search, origin), {
      ...{ method, headers, body, dispatcher },
      ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs + 10_000) },
    });
    return {
      ...sent,
      ms: Math.round(performance.now() - start),
      answer: {
        status: answer.statusCode,
        headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
        body: await readStart(answer.body),
      },
      failure: null,
    };
  } catch (error) {
    const code = classifyFailure(error);
    throw new SendFailure(code, !notSent.has(code));
  }
}

/** The first bytes of a body; the rest is not read. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= answerBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8');
}
