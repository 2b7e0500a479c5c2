import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAs } from '../../platform/fairness/asker.ts';
import { untilLeft } from '../../platform/http/until-left.ts';
import { isObject } from '../../telegram/json.ts';
import { readApiKey } from './api-key-header.ts';
import { parseBody } from './body-items.ts';
import { PushError } from './push-error.ts';

/** Page of users: `offset` is its number, from 0. */
export interface UsersPage {
  limit: number;
  offset: number;
}

interface UsersBot {
  key: string;
}

const defaultLimit = 100;
/** Largest page: some 600 kB. */
const largestLimit = 1_000;
const largestOffset = 1_000_000;
const largestBody = 1_024;

/** `get-users`, by GET or POST: the numbers may be in the query or in a JSON body. */
export function registerGetUsers<Bot extends UsersBot>(
  app: FastifyInstance,
  prefixes: readonly string[],
  deps: {
    authenticate(apiKey: string | undefined): Promise<Bot | null>;
    listUsers(bot: Bot, page: UsersPage, signal: AbortSignal): Promise<object>;
  },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body));
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bot = await deps.authenticate(readApiKey(request));
    if (bot === null) throw new PushError(401, 'Unauthorized');
    const page = readPage(request);
    const { signal } = untilLeft(reply);
    // A bot that reads all of its users must not keep users from their reports.
    const asker = { places: [`bot:${bot.key}`], urgency: 'export' } as const;
    const data = await runAs(asker, () => deps.listUsers(bot, page, signal));
    return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify({ ok: true, data })));
  };
  for (const prefix of prefixes) {
    app.get(`${prefix}/get-users`, { config: { access: 'bot' } }, handler);
    app.post(`${prefix}/get-users`, { config: { access: 'bot' }, bodyLimit: largestBody }, handler);
  }
}

function readPage(request: FastifyRequest): UsersPage {
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? parseBody(request.body) : {};
  const parameters = { ...(isObject(body) ? body : {}), ...(request.query as object) } as Record<string, unknown>;
  const limit = readNumber(parameters.limit, 'limit', { least: 1, most: largestLimit, otherwise: defaultLimit });
  return { limit, offset: readNumber(parameters.offset, 'offset', { least: 0, most: largestOffset, otherwise: 0 }) };
}

function readNumber(
  value: unknown,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  if (value === undefined || value === null || value === '') return otherwise;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new PushError(400, `Bad Request: ${name} must be an integer from ${least} to ${most}`);
}
