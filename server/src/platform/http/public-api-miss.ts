import { publicApiCalls, publicApiReads } from '@botscope/contract';
import type { FastifyReply } from 'fastify';

const reads: ReadonlySet<string> = new Set(publicApiReads.map(({ name }) => name));
const calls: ReadonlySet<string> = new Set([...publicApiCalls.map(({ name }) => name), ...reads]);

/**
 * The call that a path of the public bot API names; '' for a path below it that names none, null for a path of others.
 * `/v1/` is all its own; below `/api/`, which it shares with the dashboard, its names begin with `send-` or `get-`.
 */
export function parsePublicApiCall(url: string): string | null {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const name = /^\/+(?:v1(?:\/+(.*))?|api\/+((?:send|get)-.*))$/.exec(path);
  if (name === null) return null;
  const call = (name[1] ?? name[2] ?? '').replace(/\/+$/, '');
  return calls.has(call) ? call : '';
}

/** Answers a request of the public bot API that no route took, in Telegram's shape. False if it is not one. */
export function sendPublicApiMiss(url: string, reply: FastifyReply): boolean {
  const call = parsePublicApiCall(url);
  if (call === null) return false;
  if (call === '') void sendPublicApiError(reply, 404, 'Not Found: method not found');
  else if (reads.has(call))
    void sendPublicApiError(reply.header('allow', 'GET, HEAD, POST'), 405, 'Method Not Allowed: use GET or POST');
  else void sendPublicApiError(reply.header('allow', 'HEAD, POST'), 405, 'Method Not Allowed: use POST');
  return true;
}

export function sendPublicApiError(reply: FastifyReply, status: number, description: string): FastifyReply {
  const body = Buffer.from(JSON.stringify({ ok: false, error_code: status, description }));
  return reply.code(status).header('content-type', 'application/json').send(body);
}
