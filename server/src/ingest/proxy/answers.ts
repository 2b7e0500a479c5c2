import type { ServerResponse } from 'node:http';
import type { TelegramReply } from './proxy-deps.ts';
import type { UpstreamFailure } from './upstream-connection.ts';

/** Seconds. */
const RETRY_AFTER_S = 5;

/** A refusal of our own, in the words and shape in which bots expect them. */
function refusal(status: number, description: string): TelegramReply {
  return { status, body: JSON.stringify({ ok: false, error_code: status, description }) };
}

export const answers = {
  notFound: refusal(404, 'Not Found'),
  tooLarge: refusal(413, 'Request Entity Too Large'),
  /** Telegram's own status for a token that it does not know. */
  unknownBot: refusal(401, 'Unauthorized: this bot is not connected to Botscope'),
  /** Libraries take it for a pause and ask again. */
  unsureBot: refusal(503, 'Service Unavailable: it cannot be checked now whether this bot is connected to Botscope'),
  internal: refusal(500, 'Internal Server Error'),
} satisfies Record<string, TelegramReply>;

/** What a bot is told when Telegram did not answer; libraries take 502 and 504 for a pause and ask again. */
export function failureReply(failure: UpstreamFailure): TelegramReply {
  return failure.isTimeout ? refusal(504, 'Gateway Timeout') : refusal(502, 'Bad Gateway');
}

/** Sends an answer of our own, if nothing was sent yet. */
export function sendReply(response: ServerResponse, reply: TelegramReply): void {
  if (response.headersSent || response.destroyed) return;
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(reply.body) };
  response.writeHead(reply.status, reply.status === 503 ? { ...headers, 'Retry-After': RETRY_AFTER_S } : headers);
  response.end(reply.body);
}
