import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ByteBudget, type ByteShare, createByteBudget } from '../../platform/byte-budget.ts';
import { readApiKey } from './api-key-header.ts';
import { bodyItems, type ItemReader, parseBody } from './body-items.ts';
import { registerGetUsers, type UsersPage } from './get-users.ts';
import { inflateBody } from './inflate-body.ts';
import { openApiDocument } from './openapi.ts';
import { PushError, toPushAnswer } from './push-error.ts';
import { type PushedItem, pushedReader } from './read-pushed.ts';
import { callReader, type PushedCall } from './read-pushed-calls.ts';
import { largestConversions, type PushedConversion, readPushedConversions } from './read-pushed-conversions.ts';
import { fieldValueReader, type PushedFieldValue } from './read-pushed-fields.ts';
import { receiveBody } from './receive-body.ts';
import { registerSiteVisitorLink, type VisitorLink } from './site-visitor-link.ts';

export type { UsersPage } from './get-users.ts';
export type { PushedItem } from './read-pushed.ts';
export type { PushedCall } from './read-pushed-calls.ts';
export type { PushedConversion } from './read-pushed-conversions.ts';
export type { PushedFieldValue } from './read-pushed-fields.ts';

export interface PushBot {
  key: string;
}

export interface PushDeps<Bot extends PushBot> {
  /** The bot of an API key; null for a missing or wrong one. Asked with each request: the caller caches. */
  authenticate(apiKey: string | undefined): Promise<Bot | null>;
  /**
   * Makes events and stores them; resolves when they are durable. Items that become none go to the bot's error log.
   * The items of a large body are parsed while they are iterated; what that throws is passed on, with nothing stored.
   */
  record(bot: Bot, items: Iterable<PushedItem>): Promise<void>;
  /** Stores calls of the bot; otherwise like `record`. */
  recordCalls(bot: Bot, calls: Iterable<PushedCall>): Promise<void>;
  /**
   * Stores conversions; otherwise like `record`. @throws PushFieldErrors for a number that is no target of the bot:
   * nothing is recorded then.
   */
  recordConversions(bot: Bot, conversions: PushedConversion[]): Promise<void>;
  /** Stores values of custom fields; otherwise like `record`. Values that no field takes go to the bot's error log. */
  recordFieldValues(bot: Bot, values: Iterable<PushedFieldValue>): Promise<void>;
  /** A page of the bot's users. */
  listUsers(bot: Bot, page: UsersPage, signal: AbortSignal): Promise<object>;
  /** An address by which a website of the bot recognises a user; null where none does. */
  visitorLink(bot: Bot, userId: number, url: string): Promise<VisitorLink | null>;
  /** Largest body, packed and inflated. */
  maxBodyBytes: number;
  /** Bytes of bodies in memory; one of its own unless given. */
  budget?: ByteBudget;
}

/** Two of the largest bodies of one bot at a time, three of all, and 1,000 updates of 4 kB of every other bot. */
const budgetFor = (maxBodyBytes: number): ByteBudget =>
  createByteBudget({ perKey: 2 * maxBodyBytes, total: 3 * maxBodyBytes, reserved: 4_194_304 });

/** An admitted request, and the bytes reserved for it. */
interface Admitted<Bot> {
  bot: Bot;
  share: ByteShare;
}

/** Clients written for the incumbent's API have these addresses built in: only the host changes. */
const prefixes = ['/v1', '/api'];
const updateCalls = ['send-batch-update', 'send-update'];
const callCalls = ['send-batch-call', 'send-call'];

/** As bytes, so that no charset is appended: the answer is exactly this, with exactly `application/json`. */
const ok = Buffer.from('{"ok":true}');

/** The public bot API's push calls: bots send copies of their updates and of their own calls, report conversions and values of custom fields, and read their users. */
export function registerPushRoutes<Bot extends PushBot>(app: FastifyInstance, deps: PushDeps<Bot>): void {
  const admitted = new WeakMap<FastifyRequest, Admitted<Bot>>();
  const budget = deps.budget ?? budgetFor(deps.maxBodyBytes);
  const getAdmission = (request: FastifyRequest): Admitted<Bot> => {
    const admission = admitted.get(request);
    if (admission === undefined) throw new PushError(401, 'Unauthorized');
    return admission;
  };

  void app.register(async (push) => {
    // Bodies arrive as bytes: each becomes an object once, here, without Fastify's own parsers and their opinions.
    push.removeAllContentTypeParsers();
    push.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
      const { share } = getAdmission(request);
      const length = Number(request.headers['content-length'] ?? 0);
      try {
        return await receiveBody(stream, { length, maxBytes: maxBytesOf(request), share });
      } catch (error) {
        share.release();
        throw error;
      }
    });

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

    const take = (url: string, maxBytes: number, record: (bot: Bot, body: Buffer) => Promise<void>): void => {
      // A real client asks hourly whether we are there, and takes any answer for a yes. Without a length, Node's own
      // client would not use the connection again.
      push.head(url, { config: { access: 'visitor' } }, async (_request, reply) =>
        reply.header('content-length', ok.length).type('application/json').send(),
      );

      push.post(url, {
        config: { access: 'bot' },
        bodyLimit: maxBytes,
        // Before the body is read: a stranger's twenty megabytes never reach memory.
        onRequest: async (request) => {
          const bot = await deps.authenticate(readApiKey(request));
          if (bot === null) throw new PushError(401, 'Unauthorized');
          admitted.set(request, { bot, share: budget.open(bot.key) });
          // The content type that a client gives its JSON is of no use to us, and Fastify answers 415 to several real
          // ones.
          request.headers['content-type'] = 'application/json';
        },
        handler: async (request, reply) => {
          const { bot, share } = getAdmission(request);
          try {
            const receivedBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
            await record(
              bot,
              await inflateBody(receivedBody, request.headers['content-encoding'], { maxBytes, share }),
            );
          } finally {
            share.release();
          }
          return reply.header('content-type', 'application/json').send(ok);
        },
      });
    };
    const each =
      <Item>(reader: ItemReader<Item>, record: (bot: Bot, items: Iterable<Item>) => Promise<void>) =>
      async (bot: Bot, body: Buffer): Promise<void> => {
        const items = await bodyItems(bot.key, body, reader);
        if (!Array.isArray(items) || items.length > 0) await record(bot, items);
      };
    const conversions = (bot: Bot, body: Buffer): Promise<void> =>
      deps.recordConversions(bot, readPushedConversions(parseBody(body)));
    for (const prefix of prefixes) {
      for (const call of updateCalls) take(`${prefix}/${call}`, deps.maxBodyBytes, each(pushedReader, deps.record));
      for (const call of callCalls) take(`${prefix}/${call}`, deps.maxBodyBytes, each(callReader, deps.recordCalls));
      take(`${prefix}/send-user-field`, deps.maxBodyBytes, each(fieldValueReader, deps.recordFieldValues));
      take(`${prefix}/send-target`, Math.min(deps.maxBodyBytes, largestConversions), conversions);
    }
    push.register(async (reads) => registerGetUsers(reads, prefixes, deps));
    push.register(async (links) => registerSiteVisitorLink(links, deps));
  });
}

const maxBytesOf = (request: FastifyRequest): number => request.routeOptions.bodyLimit;
