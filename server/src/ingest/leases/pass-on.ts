import { timingSafeEqual } from 'node:crypto';
import { forwardWhole } from '../proxy/forward-call.ts';
import { passedOnHeader } from '../proxy/headers.ts';
import { createUpstream } from '../proxy/upstream.ts';
import type { PassOn } from './bot-leases.ts';

/** Header of a request whose body is an update that waited in another process: its head as JSON, percent-encoded. */
const waitingHeader = 'x-botscope-waiting';
/** An update is taken when it is on the disk there. */
const waitingTimeoutMs = 15_000;

export function createPassOn(secret: string): PassOn {
  const upstream = createUpstream();
  const expected = Buffer.from(secret);
  const isPassedOn: PassOn['isPassedOn'] = ({ headers }) => {
    const receivedSecret = Buffer.from(String(headers[passedOnHeader] ?? ''));
    return receivedSecret.length === expected.length && timingSafeEqual(receivedSecret, expected);
  };
  return {
    isPassedOn,
    pass({ request, response, body, away }, address) {
      forwardWhole(
        {
          upstream,
          origin: upstream.origin(address),
          path: request.url ?? '/',
          request,
          response,
          tap: null,
          isQuestion: false,
          ours: { headers: [passedOnHeader, secret], failureReply: () => away },
        },
        body.length > 0 ? body : null,
        request.headers['transfer-encoding'] !== undefined,
      );
    },
    async passWaiting(address, { ourHookSecret, head, raw, isLeaving }, signal) {
      const response = await fetch(`${address}/hook/${head.bot}/${ourHookSecret}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [passedOnHeader]: secret,
          [waitingHeader]: encodeURIComponent(JSON.stringify({ ...head, isLeaving })),
        },
        body: new Uint8Array(raw),
        signal: AbortSignal.any([signal, AbortSignal.timeout(waitingTimeoutMs)]),
      }).catch(() => null);
      await response?.body?.cancel();
      return response?.status === 200;
    },
    waitingHead(request) {
      const headerValue = request.headers[waitingHeader];
      if (typeof headerValue !== 'string' || !isPassedOn(request)) return undefined;
      return JSON.parse(decodeURIComponent(headerValue)) as unknown;
    },
    close: upstream.close,
  };
}
