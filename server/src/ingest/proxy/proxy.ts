import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../platform/errors.ts';
import { findHolder } from '../leases/bot-leases.ts';
import type { PollAnswer } from '../polling/ask-updates.ts';
import { createPolling, type Polling } from '../polling/polling.ts';
import { answers, sendReply } from './answers.ts';
import { type ApiPath, isBotPath, parseApiPath } from './api-path.ts';
import { captureCall } from './capture-call.ts';
import { forward, forwardWhole, type Passage } from './forward-call.ts';
import { findHeader, passedHeaders } from './headers.ts';
import { intercept, interceptedMethod } from './intercept.ts';
import { type ProxyBot, type ProxyClock, type ProxyDeps, type TelegramReply, wallClock } from './proxy-deps.ts';
import { readBody } from './read-call-body.ts';
import { largestParameters, type ReadParameters, readParameters, toText, unpack } from './read-parameters.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import type { UpstreamFailure } from './upstream-connection.ts';

export type { CapturedCall } from './captured-call.ts';
export type { ProxyBot, ProxyClock, ProxyDeps } from './proxy-deps.ts';

/** The API root that bots use instead of Telegram's. */
export interface TelegramProxy<B> {
  /** True if the request is one for Telegram. */
  handles(request: IncomingMessage): boolean;
  /** Answers it; never throws. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Records and confirms all that waits at Telegram for a bot without a webhook, before it is dropped. */
  drain(bot: B, token: string): Promise<void>;
  /** True while the bot does not poll, and all that its polls brought is durable. */
  isIdle(bot: string): boolean;
  /** Answers the polls under way with nothing and asks clients to hang up, so that the server can stop. */
  close(): Promise<void>;
}

/** Files of setWebhook may have 3 MiB (the certificate), its texts another one. */
const largestSetWebhook = 4 * 1_048_576;

/** Answers a poll of a bot. */
function pollAnswering<B extends ProxyBot>(polling: Polling<B>, isClosing: () => boolean) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    apiPath: ApiPath,
    bot: B,
    { params }: ReadParameters,
  ): Promise<void> => {
    const { token, isTest } = apiPath;
    const answer = await polling.poll({
      bot,
      params,
      apiPath: { root: bot.apiRoot, token, isTest, userAgent: request.headers['user-agent'] ?? '' },
      onGone(hungUp) {
        response.once('close', () => {
          if (!response.writableEnded) hungUp();
        });
      },
    });
    if (answer === null || response.destroyed) return;
    if (isClosing()) response.shouldKeepAlive = false;
    if ('headers' in answer) sendAnswer(response, answer);
    else sendReply(response, answer);
  };
}

/** Creates passages, by which calls are passed on. */
function createPassages<B extends ProxyBot>(deps: ProxyDeps<B>, upstream: Upstream, clock: Pick<ProxyClock, 'now'>) {
  function passage(request: IncomingMessage, response: ServerResponse, apiPath: ApiPath, root: string): Passage {
    const isQuestion = apiPath.isFile || /^get/i.test(apiPath.method);
    return { upstream, origin: upstream.origin(root), path: apiPath.path, request, response, tap: null, isQuestion };
  }

  /** A call of a bot that we know: recorded, if its owner wants that. */
  function botPassage(
    request: IncomingMessage,
    response: ServerResponse,
    apiPath: ApiPath,
    bot: B,
    method: string,
  ): Passage {
    const passing = passage(request, response, apiPath, bot.apiRoot);
    passing.onStatus = (status) => {
      if (status === 401) deps.intercepts.problem(bot, 'TokenRevoked', 'Unauthorized');
    };
    // Read-only methods (get…) say nothing about users, and setWebhook carries a secret: neither is recorded.
    if (bot.recordsCalls && !/^get/i.test(method) && interceptedMethod(method) === null) {
      const call = { method, query: apiPath.query, request };
      const onError = (error: unknown): void =>
        deps.logger.error({ err: error, bot: bot.key }, 'a call could not be recorded');
      passing.tap = captureCall(call, clock.now, (captured) => deps.recordCall(bot, captured), onError);
    } else {
      passing.onFailure = (failure: UpstreamFailure) =>
        deps.reportFailure(bot.key, {
          kind: 'call',
          code: 0,
          method,
          reason: failure.isTimeout ? 'Timeout' : 'Unreachable',
          text: failure.message,
        });
    }
    return passing;
  }

  return { passage, botPassage };
}

/** Makes the proxy: bytes pass untouched both ways, recording never decides about passing on. */
export function createProxy<B extends ProxyBot>(deps: ProxyDeps<B>): TelegramProxy<B> {
  const clock = deps.clock ?? wallClock;
  const upstream = createUpstream(deps.timeouts);
  const polling = createPolling<B>({ ...deps, upstream, clock });
  let isClosing = false;
  const { passage, botPassage } = createPassages(deps, upstream, clock);
  const poll = pollAnswering(polling, () => isClosing);

  async function route(request: IncomingMessage, response: ServerResponse, apiPath: ApiPath): Promise<void> {
    let bot: B | null;
    try {
      bot = await deps.botOfToken(apiPath.token);
    } catch {
      // Our store is away or slow: a bot that is ours must not feel it, and nobody else gets in by it.
      if (response.destroyed) return;
      const connectedBot = deps.botOfKnownToken(apiPath.token);
      if (!deps.allowUnknown && connectedBot === undefined) return reply(request, response, answers.unsureBot);
      if (connectedBot !== undefined && mayBeRecorded(apiPath)) deps.noteUnrecorded(connectedBot);
      return forward(passage(request, response, apiPath, deps.defaultApiRoot));
    }
    if (response.destroyed) return;
    if (bot === null) {
      if (!deps.allowUnknown) return reply(request, response, answers.unknownBot);
      return forward(passage(request, response, apiPath, deps.defaultApiRoot));
    }
    const isCall = !apiPath.isFile && (request.method === 'POST' || request.method === 'GET');
    if (!isCall) return forward(passage(request, response, apiPath, bot.apiRoot));
    if (apiPath.method === '' || isAboutUpdates(apiPath.method)) return routeRead(request, response, apiPath, bot);
    forward(botPassage(request, response, apiPath, bot, apiPath.method));
  }

  /** A call whose parameters decide: its body is read before anything is done. */
  async function routeRead(
    request: IncomingMessage,
    response: ServerResponse,
    apiPath: ApiPath,
    bot: B,
  ): Promise<void> {
    const limit = apiPath.method === '' || isSetWebhook(apiPath.method) ? largestSetWebhook : largestParameters;
    const body = hasBody(request) ? await readBody(request, limit) : Buffer.alloc(0);
    if (body === null) return reply(request, response, answers.tooLarge);
    const { 'content-type': type = '', 'content-encoding': coding } = request.headers;
    const unpackedBody = coding === undefined ? body : await unpack(body, coding);
    const read = await readParameters(apiPath.query, unpackedBody, type);
    const method = apiPath.method === '' ? (toText(read.params.method) ?? '') : apiPath.method;
    if (isAboutUpdates(method) && deps.leases.holderOf(bot.key).is !== 'here') {
      const holder = await findHolder(deps.leases, bot.key, deps.passOn.isPassedOn(request));
      if (holder.is === 'elsewhere')
        return deps.passOn.pass({ request, response, body, away: answers.noHolder }, holder.address);
      if (holder.is === 'unknown') return reply(request, response, answers.noHolder);
    }
    if (response.destroyed) return;
    if (isPoll(method)) return poll(request, response, apiPath, bot, read);
    const updateMethod = apiPath.isTest ? null : interceptedMethod(method);
    const outcome =
      updateMethod === null ? 'forward' : await intercept({ ...deps, polling }, bot, apiPath, updateMethod, read);
    if (outcome !== 'forward') return reply(request, response, outcome);
    if (response.destroyed) return;
    const passing = botPassage(request, response, apiPath, bot, method);
    if (body.length > 0) passing.tap?.requestData(body);
    forwardWhole(passing, body.length > 0 ? body : null, request.headers['transfer-encoding'] !== undefined);
  }

  return {
    handles: (request) => isBotPath(request.url ?? ''),
    handle(request, response) {
      const apiPath = parseApiPath(request.url ?? '');
      if (isClosing) response.shouldKeepAlive = false;
      if (apiPath === null) return reply(request, response, answers.notFound);
      route(request, response, apiPath).catch((error: unknown) => {
        // Nobody can say now what the bot's webhook is: libraries take 503 for a pause, and 500 for an error of their own.
        if (error instanceof AppError && error.code === 'StoreUnavailable')
          return reply(request, response, answers.noHolder);
        // The address is left out: it holds the token.
        if (!response.destroyed) deps.logger.error({ err: error }, 'a call could not be passed on');
        reply(request, response, answers.internal);
      });
    },
    drain: (bot, token) => polling.drain(bot, { root: bot.apiRoot, token, isTest: false, userAgent: '' }),
    isIdle: polling.isIdle,
    async close() {
      isClosing = true;
      polling.close();
      upstream.close();
    },
  };
}

/** Polls and calls that say something about users; questions and files do not. */
const mayBeRecorded = ({ isFile, method }: ApiPath): boolean =>
  !isFile && (method === '' || isPoll(method) || !/^get/i.test(method));

const isPoll = (method: string): boolean => method.toLowerCase() === 'getupdates';
const isSetWebhook = (method: string): boolean => method.toLowerCase() === 'setwebhook';

function isAboutUpdates(method: string): boolean {
  return isPoll(method) || interceptedMethod(method) !== null;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Answers without passing on; what is still coming of the request is dropped. */
function reply(request: IncomingMessage, response: ServerResponse, telegramReply: TelegramReply): void {
  sendReply(response, telegramReply);
  request.resume();
}

function sendAnswer(response: ServerResponse, { status, message, headers, body }: PollAnswer): void {
  response.sendDate = findHeader(headers, 'date') === undefined;
  response.writeHead(status, message, passedHeaders(headers, findHeader(headers, 'connection')));
  if (body.length <= 65_536) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}
