import type { IncomingMessage } from 'node:http';

/** Interval in which `leastBytes` of a request must arrive, ms: an upload of 1 GiB may take an hour, a trickle not. */
const requestMs = 300_000;
const leastBytes = 262_144;

/** Ends a request whose body comes in too slowly. Not for those to Telegram, which take as long as their bots take. */
export function endSlowRequest(request: IncomingMessage): void {
  if (request.complete) return;
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    if (request.socket.bytesRead - before < leastBytes) request.destroy();
    before = request.socket.bytesRead;
  }, requestMs);
  request.once('end', () => clearInterval(timer)).once('close', () => clearInterval(timer));
}
