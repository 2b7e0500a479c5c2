import { requestHead } from '../proxy/headers.ts';
import type { ResponseHead } from '../proxy/response-parser.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { UpstreamFailure } from '../proxy/upstream-connection.ts';
import { type AllowedUpdates, superset } from './allowed-updates.ts';

/** Telegram server and bot of a poll. */
export interface PollTarget {
  root: string;
  token: string;
  isTest: boolean;
  userAgent: string;
}

/** Telegram's answer, whole; at most some 4 MiB by its own limit. */
export interface PollAnswer extends ResponseHead {
  body: Buffer;
}

const largestAnswer = 16_777_216;

/** One getUpdates at Telegram, for every kind of update. Returns what calls it off. */
export function askUpdates(
  upstream: Upstream,
  apiPath: PollTarget,
  ask: { offset: number; limit: number; timeout: number; allowed: AllowedUpdates },
  onAnswer: (answer: PollAnswer) => void,
  onFailure: (failure: UpstreamFailure) => void,
): () => void {
  const origin = upstream.origin(apiPath.root);
  const text = `{"offset":${ask.offset},"limit":${ask.limit},"timeout":${ask.timeout},"allowed_updates":${superset(ask.allowed)}}`;
  const headers = ['Content-Type', 'application/json'];
  if (apiPath.userAgent !== '') headers.push('User-Agent', apiPath.userAgent);
  const path = `${origin.prefix}/bot${apiPath.token}${apiPath.isTest ? '/test' : ''}/getUpdates`;
  const body = Buffer.from(text);
  let head: ResponseHead = { status: 0, message: '', headers: [] };
  const chunks: Buffer[] = [];
  let size = 0;
  const transfer = upstream.send(
    origin,
    {
      head: requestHead({ method: 'POST', path, host: origin.host }, headers, { length: body.length }),
      body,
      isStreamed: false,
      isHeadRequest: false,
      isRepeatable: true,
    },
    {
      head(responseHead) {
        head = responseHead;
      },
      data(chunk) {
        size += chunk.length;
        if (size <= largestAnswer) chunks.push(chunk);
      },
      end: () => onAnswer({ ...head, body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks) }),
      fail: onFailure,
    },
  );
  return transfer.abort;
}
