import type { IncomingMessage, ServerResponse } from 'node:http';
import { forward } from './forward-call.ts';
import { createUpstream } from './upstream.ts';

/**
 * Time limit for the first byte of an answer once a request is sent whole, ms. The app process has shorter limits for
 * everything but the processing of an upload; if it hangs, `giveUpUnanswered` comes first.
 */
const answerMs = 600_000;

/** An answer that clients of the dashboard, of the push API and browsers all understand. */
const awayBody =
  '{"ok":false,"error_code":503,"description":"Service Unavailable: retry in some seconds","status":"error","errors":[{"code":"Overloaded","message":"The server does not answer for the moment"}]}';

/** Passes on what is not the bots' own traffic to the process behind `socketPath`. */
export function createPassToApp(options: {
  socketPath: string;
  peerHeader: string;
  /** Whether that process is there and answers. */
  isThere: () => boolean;
}) {
  const upstream = createUpstream({ answerMs });
  const origin = {
    isSecure: false,
    hostname: '',
    port: 0,
    host: '',
    prefix: '',
    socketPath: options.socketPath,
  } as const;
  const unavailableReply = { status: 503, body: awayBody };

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      if (!options.isThere()) {
        response.writeHead(503, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(awayBody),
          'retry-after': '2',
          'cache-control': 'no-store',
        });
        response.end(awayBody);
        request.resume();
        return;
      }
      forward({
        upstream,
        origin,
        path: request.url ?? '/',
        request,
        response,
        tap: null,
        isQuestion: request.method === 'GET' || request.method === 'HEAD',
        ours: {
          headers: [options.peerHeader, request.socket.remoteAddress ?? ''],
          failureReply: () => unavailableReply,
        },
      });
    },
    /** The app process hangs: who waits gets 503. Answers that have begun, such as exports and live streams, go on. */
    giveUpUnanswered: upstream.giveUpUnanswered,
    close: upstream.close,
  };
}
