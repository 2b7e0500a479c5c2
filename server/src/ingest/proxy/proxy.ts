import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PollAnswer } from '../polling/ask-updates.ts';
import { createPolling } from '../polling/polling.ts';
import { answers, sendReply } from './answers.ts';
import { captureCall } from './capture-call.ts';
import { forward, forwardWhole, type Passage } from './forward.ts';
import { headerOf, passedHeaders } from './headers.ts';
import { intercept, interceptedMethod } from './intercept.ts';
import { type ProxyBot, type ProxyDeps, type TelegramReply, wallClock } from './proxy-deps.ts';
import { readBody } from './read-body.ts';
import { LARGEST_PARAMETERS, type ReadParameters, readParameters, textOf, unpack } from './read-parameters.ts';
import { isBotPath, readTarget, type Target } from './target.ts';
import { createUpstream } from './upstream.ts';
import type { UpstreamFailure } from './upstream-connection.ts';

export type { CapturedCall, ProxyBot, ProxyClock, ProxyDeps } from './proxy-deps.ts';

/** The API root that bots use instead of Telegram's. */
export interface TelegramProxy<B> {
  /** True if the request is one for Telegram. */
  handles(request: IncomingMessage): boolean;
  /** Answers it; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Records and confirms all that waits at Telegram for a bot without a webhook, before it is dropped. */
  drain(bot: B, token: string): Promise<void>;
  /** Answers the polls under way with nothing and asks clients to hang up, so that the server can stop. */
  close(): Promise<void>;
}

/** Files of setWebhook may have 3 MiB (the certificate), its texts another one. */
const LARGEST_SET_WEBHOOK = 4 * 1_048_576;

/** Makes the proxy: bytes pass untouched both ways, recording never decides about passing on. */
export function createProxy<B extends ProxyBot>(deps: ProxyDeps<B>): TelegramProxy<B> {
  const clock = deps.clock ?? wallClock;
  const upstream = createUpstream(deps.patience);
  const polling = createPolling<B>({ ...deps, upstream, clock });
  let isClosing = false;

  async function route(request: IncomingMessage, response: ServerResponse, target: Target): Promise<void> {
    let bot: B | null;
    try {
      bot = await deps.botOfToken(target.token);
    } catch {
      // Our store is away or slow: a bot that is ours must not feel it, and nobody else gets in by it.
      if (response.destroyed) return;
      if (!deps.allowUnknown && !deps.wasMet(target.token)) return reply(request, response, answers.unsureBot);
      return forward(passage(request, response, target, deps.defaultApiRoot));
    }
    if (response.destroyed) return;
    if (bot === null) {
      if (!deps.allowUnknown) return reply(request, response, answers.unknownBot);
      return forward(passage(request, response, target, deps.defaultApiRoot));
    }
    const isCall = !target.isFile && (request.method === 'POST' || request.method === 'GET');
    if (!isCall) return forward(passage(request, response, target, bot.apiRoot));
    if (target.method === '' || isAboutUpdates(target.method)) return routeRead(request, response, target, bot);
    forward(botPassage(request, response, target, bot, target.method));
  }

  /** A call whose parameters decide: its body is read before anything is done. */
  async function routeRead(request: IncomingMessage, response: ServerResponse, target: Target, bot: B): Promise<void> {
    const limit = target.method === '' || isSetWebhook(target.method) ? LARGEST_SET_WEBHOOK : LARGEST_PARAMETERS;
    const body = hasBody(request) ? await readBody(request, limit) : Buffer.alloc(0);
    if (body === null) return reply(request, response, answers.tooLarge);
    const { 'content-type': type = '', 'content-encoding': coding } = request.headers;
    const plain = coding === undefined ? body : await unpack(body, coding);
    const read = await readParameters(target.query, plain, type);
    const method = target.method === '' ? (textOf(read.params.method) ?? '') : target.method;
    if (response.destroyed) return;
    if (method.toLowerCase() === 'getupdates') return poll(request, response, target, bot, read);
    const about = target.isTest ? null : interceptedMethod(method);
    const made = about === null ? 'forward' : await intercept({ ...deps, polling }, bot, target, about, read);
    if (made !== 'forward') return reply(request, response, made);
    if (response.destroyed) return;
    const passing = botPassage(request, response, target, bot, method);
    if (body.length > 0) passing.tap?.requestData(body);
    forwardWhole(passing, body.length > 0 ? body : null, request.headers['transfer-encoding'] !== undefined);
  }

  async function poll(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    bot: B,
    { params }: ReadParameters,
  ): Promise<void> {
    const { token, isTest } = target;
    const answer = await polling.poll({
      bot,
      params,
      target: { root: bot.apiRoot, token, isTest, userAgent: request.headers['user-agent'] ?? '' },
      onGone(hungUp) {
        response.once('close', () => {
          if (!response.writableEnded) hungUp();
        });
      },
    });
    if (answer === null || response.destroyed) return;
    if (isClosing) response.shouldKeepAlive = false;
    if ('headers' in answer) sendAnswer(response, answer);
    else sendReply(response, answer);
  }

  function passage(request: IncomingMessage, response: ServerResponse, target: Target, root: string): Passage {
    const isQuestion = target.isFile || /^get/i.test(target.method);
    return { upstream, origin: upstream.origin(root), path: target.path, request, response, tap: null, isQuestion };
  }

  /** A call of a bot that we know: recorded, if its owner wants that. */
  function botPassage(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    bot: B,
    method: string,
  ): Passage {
    const passing = passage(request, response, target, bot.apiRoot);
    passing.onStatus = (status) => {
      if (status === 401) deps.intercepts.problem(bot, 'TokenRevoked', 'Unauthorized');
    };
    // Questions tell nothing about people, and a webhook's secret is nobody's number.
    if (bot.recordsCalls && !/^get/i.test(method) && interceptedMethod(method) === null) {
      const call = { method, query: target.query, request };
      const onError = (error: unknown): void =>
        deps.logger.error({ err: error, bot: bot.key }, 'a call could not be recorded');
      passing.tap = captureCall(call, clock.now, (captured) => deps.recordCall(bot, captured), onError);
    } else {
      passing.onFailure = (failure: UpstreamFailure) =>
        deps.trouble(bot.key, {
          kind: 'call',
          code: 0,
          method,
          reason: failure.isTimeout ? 'Timeout' : 'Unreachable',
          text: failure.message,
        });
    }
    return passing;
  }

  return {
    handles: (request) => isBotPath(request.url ?? ''),
    handle(request, response) {
      const target = readTarget(request.url ?? '');
      if (isClosing) response.shouldKeepAlive = false;
      if (target === null) return reply(request, response, answers.notFound);
      route(request, response, target).catch((error: unknown) => {
        // The address is left out: it holds the token.
        if (!response.destroyed) deps.logger.error({ err: error }, 'a call could not be passed on');
        reply(request, response, answers.internal);
      });
    },
    drain: (bot, token) => polling.drain(bot, { root: bot.apiRoot, token, isTest: false, userAgent: '' }),
    async close() {
      isClosing = true;
      polling.close();
      upstream.close();
    },
  };
}

const isSetWebhook = (method: string): boolean => method.toLowerCase() === 'setwebhook';

function isAboutUpdates(method: string): boolean {
  return method.toLowerCase() === 'getupdates' || interceptedMethod(method) !== null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Answers without passing on; what is still coming of the request is dropped. */
function reply(request: IncomingMessage, response: ServerResponse, made: TelegramReply): void {
  sendReply(response, made);
  request.resume();
}

function sendAnswer(response: ServerResponse, { status, message, headers, body }: PollAnswer): void {
  response.sendDate = headerOf(headers, 'date') === undefined;
  response.writeHead(status, message, passedHeaders(headers, headerOf(headers, 'connection')));
  if (body.length <= 65_536) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}
