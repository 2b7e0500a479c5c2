import type { ServerResponse } from 'node:http';
import type { TelegramReply } from './proxy-deps.ts';
import type { UpstreamFailure } from './upstream-connection.ts';

/** Seconds. */
const retryAfterS = 5;

/** An error of our own in the form that bots expect. */
function errorReply(status: number, description: string): TelegramReply {
  return { status, body: JSON.stringify({ ok: false, error_code: status, description }) };
}

export const answers = {
  notFound: errorReply(404, 'Not Found'),
  tooLarge: errorReply(413, 'Request Entity Too Large'),
  /** Telegram's own status for a token that it does not know. */
  unknownBot: errorReply(401, 'Unauthorized: this bot is not connected to Botscope'),
  /** Libraries take it for a pause and ask again. */
  unsureBot: errorReply(503, 'Service Unavailable: it cannot be checked now whether this bot is connected to Botscope'),
  /** Another process serves the bot and does not answer, or nobody does for the moment. */
  noHolder: errorReply(503, 'Service Unavailable: retry in some seconds'),
  internal: errorReply(500, 'Internal Server Error'),
} satisfies Record<string, TelegramReply>;

const conflict = (description: string) => {
  const text = `Conflict: ${description}`;
  return { text, reply: errorReply(409, text) };
};

/** Telegram's answers to a poll that may not be served, word for word: libraries look for these words. */
export const conflicts = {
  ownWebhook: conflict(
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  ),
  secondPoller: conflict('terminated by other getUpdates request; make sure that only one bot instance is running'),
};

/** The answer to a bot when Telegram did not answer; libraries treat 502 and 504 as temporary and retry. */
export function failureReply(failure: UpstreamFailure): TelegramReply {
  return failure.isTimeout ? errorReply(504, 'Gateway Timeout') : errorReply(502, 'Bad Gateway');
}

/** Sends an answer of our own, if nothing was sent yet. */
export function sendReply(response: ServerResponse, reply: TelegramReply): void {
  if (response.headersSent || response.destroyed) return;
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(reply.body) };
  response.writeHead(reply.status, reply.status === 503 ? { ...headers, 'Retry-After': retryAfterS } : headers);
  response.end(reply.body);
}
