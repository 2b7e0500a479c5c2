import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openApiDocument } from './openapi.ts';
import { PushError, toPushAnswer } from './push-error.ts';
import { readBody } from './read-body.ts';
import { type PushedItem, type Refusal, readPushed } from './read-pushed.ts';
import { type PushedCall, readPushedCalls } from './read-pushed-calls.ts';
import { type PushedConversion, readPushedConversions } from './read-pushed-conversions.ts';

export type { PushedItem } from './read-pushed.ts';
export type { PushedCall } from './read-pushed-calls.ts';
export type { PushedConversion } from './read-pushed-conversions.ts';

export interface PushBot {
  key: string;
}

export interface PushDeps<Bot extends PushBot> {
  /** The bot of an API key; null for a missing or wrong one. Asked with each request: the caller caches. */
  authenticate(apiKey: string | undefined): Promise<Bot | null>;
  /** Makes events and stores them; resolves when they are durable. Items that become none go to the bot's error log. */
  record(bot: Bot, items: PushedItem[]): Promise<void>;
  /** The same for calls of the bot. */
  recordCalls(bot: Bot, calls: PushedCall[]): Promise<void>;
  /** The same for conversions. @throws PushFieldErrors for a number that is no target of the bot: nothing is recorded then. */
  recordConversions(bot: Bot, conversions: PushedConversion[]): Promise<void>;
  /** Largest body, packed and inflated. */
  maxBodyBytes: number;
}

/** Clients written for the incumbent's API have these addresses built in: only the host changes. */
const prefixes = ['/v1', '/api'];
const updateCalls = ['send-batch-update', 'send-update'];
const callCalls = ['send-batch-call', 'send-call'];

/** As bytes, so that no charset is appended: the answer is exactly this, with exactly `application/json`. */
const ok = Buffer.from('{"ok":true}');

/** The public bot API's push calls: bots send copies of their updates and of their own calls, and tell of conversions. */
export function registerPushRoutes<Bot extends PushBot>(app: FastifyInstance, deps: PushDeps<Bot>): void {
  const admitted = new WeakMap<FastifyRequest, Bot>();

  void app.register(async (push) => {
    // Bodies arrive as bytes: each becomes an object once, here, without Fastify's own parsers and their opinions.
    push.removeAllContentTypeParsers();
    push.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    push.setErrorHandler((error, request, reply) => {
      const { status, body, retryAfter } = toPushAnswer(error, deps.maxBodyBytes);
      if (status >= 500) request.log.error({ err: error }, 'push failed');
      if (retryAfter !== null && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
      return reply
        .code(status)
        .type('application/json')
        .send(Buffer.from(JSON.stringify(body)));
    });

    const openApi = JSON.stringify(openApiDocument());
    push.get('/v1/openapi.json', { config: { access: 'visitor' } }, async (_request, reply) =>
      reply.header('content-type', 'application/json').send(Buffer.from(openApi)),
    );

    const take = <Item>(
      url: string,
      read: (body: unknown) => Item[] | Refusal,
      record: (bot: Bot, items: Item[]) => Promise<void>,
    ): void => {
      // A real client asks hourly whether we are there, and takes any answer for a yes. Without a length, Node's own
      // client would not use the connection again.
      push.head(url, { config: { access: 'visitor' } }, async (_request, reply) =>
        reply.header('content-length', ok.length).type('application/json').send(),
      );

      push.post(url, {
        config: { access: 'bot' },
        bodyLimit: deps.maxBodyBytes,
        // Before the body is read: a stranger's twenty megabytes never reach memory.
        onRequest: async (request) => {
          const bot = await deps.authenticate(apiKeyOf(request));
          if (bot === null) throw new PushError(401, 'Unauthorized');
          admitted.set(request, bot);
          // What a client calls its JSON is of no use to us, and Fastify answers 415 to several real ones.
          request.headers['content-type'] = 'application/json';
        },
        handler: async (request, reply) => {
          const bot = admitted.get(request);
          if (bot === undefined) throw new PushError(401, 'Unauthorized');
          const items = read(await readBody(request.body, request.headers['content-encoding'], deps.maxBodyBytes));
          if ('refused' in items) throw new PushError(400, `Bad Request: ${items.refused}`);
          if (items.length > 0) await record(bot, items);
          return reply.header('content-type', 'application/json').send(ok);
        },
      });
    };
    for (const prefix of prefixes) {
      for (const call of updateCalls) take(`${prefix}/${call}`, readPushed, deps.record);
      for (const call of callCalls) take(`${prefix}/${call}`, readPushedCalls, deps.recordCalls);
      take(`${prefix}/send-target`, readPushedConversions, deps.recordConversions);
    }
  });
}

/** Header names come in lower case from Node, however the client wrote them. */
function apiKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key'];
  return typeof header === 'string' ? header.trim() : undefined;
}
