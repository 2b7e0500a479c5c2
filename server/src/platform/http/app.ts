import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type Access, errors } from '@botscope/contract';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyContextConfig,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { createClientAddress, type TrustedProxies } from '../client-address.ts';
import { AppError } from '../errors.ts';
import { endSlowRequest } from '../slow-request.ts';
import { registerCompression } from './compression.ts';
import { type ContentSources, contentPolicy, ownContentOnly } from './content-policy.ts';
import { createHttpServer } from './http-server.ts';
import { peerHeader } from './peer-header.ts';
import { parsePublicApiCall, sendPublicApiError, sendPublicApiMiss } from './public-api-miss.ts';
import { ValidationError } from './validate.ts';

interface BareAppOptions {
  logger: Logger;
  /** Nobody unless given. */
  trustedProxies?: TrustedProxies;
  /** Takes the requests of Telegram and of bots before anything here touches their bytes. */
  proxy?: BeforeRoutes;
  /** All requests come through the traffic process, which says who sent them; nobody else reaches this one. */
  hasTrafficProcess?: boolean;
}

/** The app without what only browsers need: cookies, forms, security headers, compression. */
function createBareApp(options: BareAppOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => {
      // A path that cannot be decoded.
      if (parsePublicApiCall(request.url) !== null) void sendPublicApiError(reply, 400, 'Bad Request');
      else sendError(error, reply, request.log);
    },
    serverFactory: (handler) => listenBelow(options.proxy, handler),
    bodyLimit: largestJson,
    // A start waits for its stores. Fastify's 10 s ended it on a busy machine, again and again, while bots' updates waited.
    pluginTimeout: 0,
    // Admitted requests are answered. Pages and bots do not understand Fastify's own 503, which has no Retry-After.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance;

  const routes: RouteEntry[] = [];
  app.decorate('routeList', routes);
  // Fastify's own reading of X-Forwarded-For takes whatever text stands there for an address.
  const clientAddress = createClientAddress(options.trustedProxies ?? { hops: 0 });
  app.decorateRequest('peer', {
    getter() {
      const peer = options.hasTrafficProcess === true ? this.headers[peerHeader] : this.socket.remoteAddress;
      return typeof peer === 'string' ? peer : '';
    },
  });
  app.decorateRequest('ip', {
    getter() {
      return clientAddress(this.peer, [this.headers['x-forwarded-for'] ?? ''].flat().join(','));
    },
  });
  app.addHook('onRoute', (route) => {
    const { access, turn, schemas } = route.config ?? {};
    routes.push({ method: String(route.method), url: route.url, access, turn, schemas });
  });
  if (options.proxy !== undefined)
    for (const url of proxiedPaths)
      routes.push({ method: 'ALL', url, access: 'bot', turn: undefined, schemas: undefined });
  app.addHook('onReady', async () => assertDeclared(routes));
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, reply, request.log));
  return app;
}

/** The app: logging, security headers, errors in one envelope, and the rule that every route says who may call it. */
export async function createApp(
  options: BareAppOptions & {
    https: boolean;
    /** Origins whose scripts, frames and pictures the pages may use; only ours unless given. */
    sources?: ContentSources;
  },
): Promise<FastifyInstance> {
  const app = createBareApp(options);
  // A response that is no file of the dashboard is private, errors too: no cache, of a browser or on the way, may keep
  // it. The few that may be kept say so themselves.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(cookie);
  await app.register(formbody);
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: contentPolicy({ https: options.https, sources: options.sources ?? ownContentOnly }),
    },
    strictTransportSecurity: options.https,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
  });
  await registerCompression(app);
  return app;
}

/** Answers requests that no route takes, if there is no dashboard. */
export async function answerUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (sendPublicApiMiss(request.url, reply)) return reply;
  throw new AppError('NotFound');
}

/** Handlers in front of the routes: the relay, and the proxy to Telegram. */
export interface BeforeRoutes {
  /** True if the request is its own. */
  handles(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Addresses of the Bot API ({token} is `<id>:<secret>`) and of our webhooks. */
const proxiedPaths = [
  '/bot{token}/{method}',
  '/bot{token}/test/{method}',
  '/file/bot{token}/{path}',
  '/hook/{key}/{secret}',
  '/hook/{key}',
];
/**
 * Forms and settings are some kilobytes. Bodies are parsed before the caller is known, and 16 megabytes from
 * a stranger (`[[],[],…]`) stopped all requests for 1.6 s.
 */
const largestJson = 65_536;
/** Our own addresses and cookies, characters; the longest hold a filter of 4,000. */
const largestOwn = 16_384;
/**
 * The server below the routes. Uploads to Telegram may take as long as they take; who sends the head of a request or the
 * body of one of ours too slowly is cut off.
 */
function listenBelow(proxy: BeforeRoutes | undefined, handler: RequestListener): Server {
  const listener: RequestListener = (request, response) => {
    if (proxy?.handles(request) === true) {
      proxy.handle(request, response);
      return;
    }
    const oversized = statusOfOversized(request);
    if (oversized !== null) {
      response.writeHead(oversized, { 'content-type': 'application/json', connection: 'close' });
      response.end(
        '{"status":"error","errors":[{"code":"BadRequest","message":"The address or a header is too long"}]}',
      );
      return;
    }
    endSlowRequest(request);
    handler(request, response);
  };
  return createHttpServer(listener);
}

/**
 * Addresses and cookies of our own routes are parsed before the caller is known: a quarter of a megabyte of
 * `a&b&…` takes 50 ms. Only the proxy's are as long as Telegram allows.
 */
function statusOfOversized({ url = '', headers }: IncomingMessage): 414 | 431 | null {
  if (url.length > largestOwn) return 414;
  return (headers.cookie?.length ?? 0) > largestOwn ? 431 : null;
}

/** Routes that the app has, for the check that each says who may call it. */
export interface RouteEntry {
  method: string;
  url: string;
  access: Access | undefined;
  /** Queue that bounds how much of it is under way; undefined: its cost does not depend on the request. */
  turn: FastifyContextConfig['turn'];
  schemas: FastifyContextConfig['schemas'];
}

declare module 'fastify' {
  interface FastifyInstance {
    routeList: RouteEntry[];
  }
  interface FastifyRequest {
    /** Address of the other end of the connection: the client, or the reverse proxy that is nearest to us. */
    peer: string;
  }
}

/** @throws Error naming the first route that does not declare who may call it. */
export function assertDeclared(routes: readonly RouteEntry[]): void {
  const open = routes.find((route) => route.access === undefined);
  if (open !== undefined)
    throw new Error(`${open.method} ${open.url} does not declare who may call it (config.access)`);
}

/** Pause for errors that name none: nothing better is known. */
const retryAfterS = 5;

function sendError(
  error: FastifyError | AppError | ValidationError,
  reply: FastifyReply,
  log: Pick<Logger, 'error'>,
): FastifyReply {
  // The caller has left, and the query was stopped for that: nobody reads the answer, and nothing is wrong.
  if (error.name === 'AbortError' && reply.raw.destroyed) return reply.code(499).send();
  if (error instanceof ValidationError) return reply.code(400).send({ status: 'error', errors: error.items });
  if (error instanceof AppError) {
    const [status] = errors[error.code];
    // The queue's counters tell of these: a line for each would be the next thing to be too much.
    if (status >= 500 && error.code !== 'Overloaded') log.error({ err: error }, error.message);
    if (status === 503 || status === 429) void reply.header('retry-after', String(error.retryAfterS ?? retryAfterS));
    return reply.code(status).send({ status: 'error', errors: [error.toItem()] });
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) {
    log.error({ err: error }, 'request failed');
    return reply.code(500).send({ status: 'error', errors: [new AppError('UnknownError').toItem()] });
  }
  return reply.code(status).send({ status: 'error', errors: [{ code: 'BadRequest', message: error.message }] });
}
