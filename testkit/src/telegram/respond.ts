import type { ServerResponse } from 'node:http';
import { BotApiError } from './errors.ts';
import type { MethodAnswer } from './method.ts';
import { ConnectionReset, HtmlAnswer } from './scripted-results.ts';

/** Writes the envelope of a success. */
export function respondOk(response: ServerResponse, answer: MethodAnswer): void {
  writeJson(response, 200, { ok: true, ...answer });
}

/** Writes the envelope of a refusal, or breaks the connection in the scripted way. Anything else is a bug of ours: 500. */
export function respondError(response: ServerResponse, error: unknown): void {
  if (error instanceof ConnectionReset) {
    response.socket?.resetAndDestroy();
    return;
  }
  if (error instanceof HtmlAnswer) {
    response.writeHead(error.status, { 'content-type': 'text/html' }).end(error.message);
    return;
  }
  const { code, message, parameters } =
    error instanceof BotApiError ? error : new BotApiError(500, `Internal Server Error: ${String(error)}`);
  const retryAfter = parameters?.retry_after;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  const body = { ok: false, error_code: code, description: message, ...(parameters ? { parameters } : {}) };
  writeJson(response, code, body, headers);
}

function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
