import type { IncomingMessage, ServerResponse } from 'node:http';
import { forward } from './forward-call.ts';
import { createUpstream } from './upstream.ts';

/** An upload of a gigabyte may be read for an hour before it is answered; the app process has limits of its own. */
const answerMs = 3_600_000;

/** While the app process is away: what clients of the dashboard, of the push API and browsers all understand. */
const awayBody =
  '{"ok":false,"error_code":503,"description":"Service Unavailable: starting again","status":"error","errors":[{"code":"Overloaded","message":"The server is starting again"}]}';

/** Passes on what is not the bots' own traffic to the process behind `socketPath`. */
export function createPassToApp(options: { socketPath: string; peerHeader: string; isThere: () => boolean }) {
  const upstream = createUpstream({ answerMs });
  const origin = {
    isSecure: false,
    hostname: '',
    port: 0,
    host: '',
    prefix: '',
    socketPath: options.socketPath,
  } as const;
  const away = { status: 503, body: awayBody };

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
          failureReply: () => away,
        },
      });
    },
    close: upstream.close,
  };
}
