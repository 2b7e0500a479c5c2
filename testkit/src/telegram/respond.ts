import type { ServerResponse } from 'node:http';
import { type Clock, toMilliseconds } from '../clock.ts';
import { BotApiError } from './errors.ts';
import type { MethodAnswer } from './method.ts';
import { ConnectionReset, HtmlAnswer, type Outcome } from './scripted-results.ts';

/** A success on its way to the caller: `outcome` may spoil the transport, not the result. */
interface Delivery {
  outcome: Outcome | undefined;
  clock: Clock;
}

/** Writes the envelope of a success. */
export function respondOk(response: ServerResponse, { json, ...answer }: MethodAnswer, delivery: Delivery): void {
  const text =
    json === undefined
      ? JSON.stringify({ ok: true, ...answer })
      : `{"ok":true,"result":${json}${answer.description === undefined ? '' : `,"description":${JSON.stringify(answer.description)}`}}`;
  if (isClosed(response)) return;
  const body = Buffer.from(text);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  send(response, body, delivery);
}

/** Writes the bytes of a file that a user or the bot has sent. */
export function respondFile(response: ServerResponse, bytes: Buffer, delivery: Delivery): void {
  if (isClosed(response)) return;
  response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': bytes.length });
  send(response, bytes, delivery);
}

/** Writes the envelope of an error, or breaks the connection in the scripted way. Anything else is a bug of ours: 500. */
export function respondError(response: ServerResponse, error: unknown): void {
  if (error instanceof ConnectionReset) {
    response.socket?.resetAndDestroy();
    return;
  }
  if (isClosed(response)) return;
  if (error instanceof HtmlAnswer) {
    response.writeHead(error.status, { 'content-type': 'text/html' }).end(error.message);
    return;
  }
  const { code, message, parameters } =
    error instanceof BotApiError ? error : new BotApiError(500, `Internal Server Error: ${String(error)}`);
  const retryAfter = parameters?.retry_after;
  const body = { ok: false, error_code: code, description: message, ...(parameters ? { parameters } : {}) };
  const text = JSON.stringify(body);
  response.writeHead(code, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
  });
  response.end(text);
}

function send(response: ServerResponse, body: Buffer, { outcome, clock }: Delivery): void {
  const firstHalf = body.subarray(0, Math.ceil(body.length / 2));
  if (outcome && 'reset' in outcome) response.write(firstHalf, () => response.socket?.resetAndDestroy());
  else if (outcome && 'trickle' in outcome) {
    response.write(firstHalf);
    clock.after(toMilliseconds(outcome.trickle), () => response.end(body.subarray(firstHalf.length)));
  } else response.end(body);
}

const isClosed = (response: ServerResponse) => response.destroyed || response.headersSent;
