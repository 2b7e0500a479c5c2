import type { Readable } from 'node:stream';
import {
  type Access,
  type Account,
  type BotAccess,
  BotKey,
  type Endpoint,
  meetsTariff,
  type OutputOf,
  type PermissionKey,
  type Permissions,
} from '@botscope/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/v4/core';
import { AppError } from '../errors.ts';
import { runAs, toAsker } from '../fairness/asker.ts';
import { assertMaySee, assertMaySend } from '../revealed-parts.ts';
import { selectCompression } from './compression.ts';
import { assertSameSite } from './csrf.ts';
import { keepListening } from './listening.ts';
import { createStreams, type Stream } from './streams.ts';
import { createTurns, type Turns } from './turns.ts';
import { untilLeft } from './until-left.ts';
import { parsePart } from './validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access that a call needs. A route without a declaration does not start (see app.ts). */
    access?: Access;
    /** In which queue its calls wait; a stream and an upload have limits of their own. */
    turn?: keyof Turns | 'stream' | 'upload';
    /** Schemas of its query and body: see revealed-parts.ts. */
    schemas?: readonly (z.$ZodType | undefined)[];
  }
}

/** Accounts and bots as the edge sees them; features/access/gate.ts implements it. */
export interface Gate<Bot> {
  /**
   * The account that the request's session belonged to when it was looked up last, or null: on whose behalf the look-up
   * waits. Says nothing of who may do what.
   */
  remembered?(request: FastifyRequest): { key: string } | null;
  /** The signed-in account of a request, or null for a visitor. */
  account(request: FastifyRequest): Promise<Account | null>;
  /**
   * The bot, if this account (null: a visitor) has the right on it, and all its permissions there.
   * @throws AppError NotFound for a bot that is not theirs, AccessDenied for a missing right, NotSignedIn for visitors.
   */
  permit(
    account: Account | null,
    botKey: string,
    access: BotAccess,
    request: FastifyRequest,
  ): Promise<{ bot: Bot; permissions: Permissions }>;
  /** Calls back when the account's rights or sign-in may have changed; returns a function that unsubscribes. */
  watch?(account: Account, listener: () => void): () => void;
  /** True if the request carries the operator's secret. */
  isOperator(request: FastifyRequest): boolean;
  csrfToken(account: Account | null): string;
}

/** The account that was let through, and what it may do with the bot. */
interface Admitted<Bot> {
  account: Account | null;
  /** The bot that the path names; present when the access is a right on it. */
  bot: Bot | null;
  /** Its permissions on that bot; present when `bot` is. */
  permissions: Permissions | null;
}

export interface Call<E extends Endpoint, Bot> extends Admitted<Bot> {
  params: E extends Endpoint<infer P> ? OutputOf<P> : never;
  query: E extends Endpoint<infer _P, infer Q> ? OutputOf<Q> : never;
  body: E extends Endpoint<infer _P, infer _Q, infer B> ? OutputOf<B> : never;
  raw: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client leaves, and after the answer: statements that are still under way stop. */
  signal: AbortSignal;
}

/** A listener of server-sent events. */
export interface Listener<Bot> extends Stream, Admitted<Bot> {
  params: Readonly<Record<string, unknown>>;
}

type DataOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer D> ? OutputOf<D> : never;

/** A file on its way in. */
export interface Received<Bot> {
  bot: Bot;
  permissions: Permissions;
  account: Account | null;
  raw: FastifyRequest;
  reply: FastifyReply;
  query: Readonly<Record<string, unknown>>;
  file: Readable;
}

/** A file as it is declared: nothing of its address reaches the handler that has no schema. */
export interface FileShows<Query extends z.$ZodType> {
  /** Permissions besides the access of the route. */
  keys: readonly PermissionKey[];
  query?: Query | undefined;
}

/** A file on its way out. */
export interface Download<Bot, Query extends z.$ZodType = z.$ZodType> {
  bot: Bot;
  permissions: Permissions;
  account: Account | null;
  params: Readonly<Record<string, unknown>>;
  query: OutputOf<Query>;
  raw: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

/** A file about an account, on its way out. */
export type AccountFile = Pick<Download<never>, 'raw' | 'reply' | 'signal'> & {
  account: Account;
  query: Readonly<Record<string, unknown>>;
};

/** The edge as features see it: they add their endpoints and know no status codes. */
export interface Http<Bot> {
  app: FastifyInstance;
  on<E extends Endpoint>(endpoint: E, handler: (call: Call<E, Bot>) => Promise<DataOf<E>> | DataOf<E>): void;
  /** A file as the body of a POST, as it comes: the handler reads the stream, whatever the client calls it. */
  receive(path: string, access: BotAccess, handler: (call: Received<Bot>) => Promise<unknown>): void;
  /** A GET whose answer is no JSON envelope: the handler sends it. */
  download<Query extends z.$ZodType>(
    path: string,
    access: BotAccess,
    shows: FileShows<Query>,
    handler: (call: Download<Bot, Query>) => Promise<unknown>,
  ): void;
  /** A file about the account itself; the path is the whole address. */
  accountFile(path: string, handler: (call: AccountFile) => Promise<unknown>): void;
  /**
   * Server-sent events. The handler is called for each listener, and again when the listener's rights have changed; it
   * gives the way to stop. A listener who has lost the right gets the event `gone` and is cut off at once.
   * `bot` is there when the access is a right on it (the path then has `:key`).
   */
  live(path: string, access: BotAccess | 'account', start: (listener: Listener<Bot>) => () => void): void;
}

export function createHttp<Bot>(app: FastifyInstance, gate: Gate<Bot>, turns: Turns = createTurns()): Http<Bot> {
  const streams = createStreams(app);
  const admit = createAdmission(gate);
  const asFile = createFileSending(turns.files);

  return {
    app,
    on(endpoint, handler) {
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        config: {
          access: endpoint.access,
          turn: endpoint.heavy ? 'questions' : 'calls',
          schemas: [endpoint.query, endpoint.body],
        },
        ...selectCompression(endpoint),
        handler: async (request, reply) => {
          if (endpoint.method !== 'GET') assertSameSite(request);
          // Parameters first: a malformed key belongs to no bot, and must not reach the store.
          const params = parsePathParams(endpoint, request.params);
          const admitted = await admit(request, endpoint.access);
          if (endpoint.method !== 'GET') assertToken(request, gate.csrfToken(admitted.account));
          // After the access: a caller who may not be here at all does not learn of plans.
          if (!meetsTariff(endpoint, admitted.account?.tariff ?? null)) throw new AppError('NotAllowOnTariff');
          const parts = parseParts(endpoint, request, admitted.permissions);
          // The schemas above made these parts; the generic endpoint cannot say so by itself.
          const controller = untilLeft(reply);
          const call = { params, ...parts, ...admitted, raw: request, reply, signal: controller.signal } as Parameters<
            typeof handler
          >[0];
          const asker = toAsker(admitted.account, request.ip);
          const queue = endpoint.heavy ? turns.questions : turns.calls;
          const data = await queue.run(asker, controller.signal, () => runAs(asker, async () => handler(call)));
          return { status: 'success', data };
        },
      });
    },
    receive(path, access, handler) {
      void app.register(async (scope) => {
        leaveBodiesUnread(scope);
        scope.post(`/api${path}`, { config: { access, turn: 'upload' } }, async (request, reply) => {
          assertSameSite(request);
          const { account, bot, permissions } = await admit(request, access);
          assertToken(request, gate.csrfToken(account));
          if (bot === null || permissions === null) throw new AppError('NotFound');
          try {
            const query = { ...(request.query as object) };
            const data = await handler({ bot, permissions, account, raw: request, reply, query, file: request.raw });
            return { status: 'success', data };
          } finally {
            // A browser reads the error for a file only after it has sent the whole.
            request.raw.resume();
          }
        });
      });
    },
    download(path, access, shows, handler) {
      const config = { access, turn: 'files', schemas: [shows.query] } as const;
      app.get(`/api${path}`, { config }, async (request, reply) => {
        const { account, bot, permissions } = await admit(request, access);
        if (bot === null || permissions === null) throw new AppError('NotFound');
        assertMaySee(permissions, shows.keys);
        const params = { ...(request.params as object) };
        const query = parsePart(shows.query, request.query);
        assertMaySend(permissions, shows.query, query);
        await asFile(account, request, reply, (signal) =>
          handler({ bot, permissions, account, params, query, raw: request, reply, signal }),
        );
        return reply;
      });
    },
    accountFile(path, handler) {
      app.get(path, { config: { access: 'account', turn: 'files' } }, async (request, reply) => {
        const { account } = await admit(request, 'account');
        if (account === null) throw new AppError('NotSignedIn');
        const query = { ...(request.query as object) };
        await asFile(account, request, reply, (signal) => handler({ account, query, raw: request, reply, signal }));
        return reply;
      });
    },
    live(path, access, start) {
      app.get(`/api${path}`, { config: { access, turn: 'stream' } }, async (request, reply) => {
        const admitted = await admit(request, access);
        streams.open(request, reply, admitted.account?.key ?? null, (stream) =>
          keepListening({
            stream,
            admitted,
            admit: () => admit(request, access),
            start: (listener) => start({ ...listener, ...stream, params: { ...(request.params as object) } }),
            watch: (account, onChange) => gate.watch?.(account, onChange) ?? (() => undefined),
          }),
        );
        return reply;
      });
    },
  };
}

/** Creates the function that lets a caller in, or throws. @throws AppError NotSignedIn, AccessDenied, NotFound */
function createAdmission<Bot>(gate: Gate<Bot>) {
  return async (request: FastifyRequest, access: Access): Promise<Admitted<Bot>> => {
    if (access === 'operator') {
      if (!gate.isOperator(request)) throw new AppError('AccessDenied');
      return { account: null, bot: null, permissions: null };
    }
    const expected = gate.remembered?.(request) ?? null;
    const account = await runAs(toAsker(expected, request.ip), () => gate.account(request));
    if (access === 'visitor') return { account, bot: null, permissions: null };
    if (access === 'account') {
      if (account === null) throw new AppError('NotSignedIn');
      return { account, bot: null, permissions: null };
    }
    if (access === 'bot') throw new Error(`${request.routeOptions.url}: the push API checks its own key`);
    const { key } = request.params as { key: string };
    // Nobody's, and no text for the store (it takes no NUL).
    if (!BotKey.safeParse(key).success) throw new AppError('NotFound');
    const permitted = runAs(toAsker(account, request.ip), () => gate.permit(account, key, access, request));
    return { account, ...(await permitted) };
  };
}

/** Creates the function that sends a file: it holds a place among files until the client has the whole. */
function createFileSending(files: Turns['files']) {
  return async (
    account: Account | null,
    request: FastifyRequest,
    reply: FastifyReply,
    send: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> => {
    const asker = { ...toAsker(account, request.ip), urgency: 'export' as const };
    const { signal } = untilLeft(reply);
    await files.run(asker, signal, () => runAs(asker, () => send(signal)));
  };
}

/** Query and body of a call. @throws AppError for what breaks a schema, or needs a permission that is missing */
function parseParts(endpoint: Endpoint, request: FastifyRequest, permissions: Permissions | null) {
  const query = parsePart(endpoint.query, request.query);
  const body = parsePart(endpoint.body, request.body);
  if (permissions !== null) {
    assertMaySend(permissions, endpoint.query, query);
    assertMaySend(permissions, endpoint.body, body);
  }
  return { query, body };
}

/** Fastify's own parsers would read a JSON file into memory. */
function leaveBodiesUnread(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, callback) => callback(null));
  scope.addHook('onRequest', async (request) => {
    request.headers['content-type'] = 'application/octet-stream';
  });
}

function parsePathParams(endpoint: Endpoint, params: unknown): unknown {
  try {
    return parsePart(endpoint.params, params);
  } catch {
    throw new AppError('NotFound');
  }
}

/** A token that is sent must be the right one; one that is absent is covered by the same-site rule. */
function assertToken(request: FastifyRequest, expected: string): void {
  const token = request.headers['x-csrf-token'];
  if (token !== undefined && token !== expected) throw new AppError('CsrfFailed');
}
