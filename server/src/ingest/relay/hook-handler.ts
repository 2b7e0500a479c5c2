import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createByteBudget } from '../../platform/byte-budget.ts';
import { endSlowRequest } from '../../platform/slow-request.ts';
import { findHolder } from '../leases/bot-leases.ts';
import { readBody } from '../proxy/read-call-body.ts';
import type { HookResponse, Incoming } from './deliver-now.ts';
import { type QueuedHead, readSentHead } from './queue-record.ts';
import type { HookBot, HookHandler, RelayDeps } from './relay-parts.ts';
import { respondToTelegram } from './respond-to-telegram.ts';
import type { UnderWayHooks } from './under-way-hooks.ts';

/** Updates are some kilobytes; ten times what any of Telegram's limits could add up to. */
const bodyLimit = 10 * 1_048_576;

/** Bodies that wait for their bots: of one bot, and of all. Small ones are not counted: they are nearly all. */
const uncountedBytes = 65_536;
const budgetLimits = { perKey: 2 * bodyLimit, total: 6 * bodyLimit, reserved: 1_048_576 };

/** As Telegram's own server answers what it does not know. */
const notFound = '{"ok":false,"error_code":404,"description":"Not Found"}';

/** The process that serves the bot does not answer: Telegram keeps the update, and comes again. */
const unavailableReply = { status: 503, body: '' };

/** The process that sent it still serves the bot, and has stopped by then; the lease may come sooner. */
const leavingMs = 15_000;

/** Time limit of requests under way when the server ends. */
const closeGraceMs = 5_000;

/** `/hook/<key>/<secret>`, or `/hook/<key>` where the owner has set the webhook themselves. */
const hookPath = /^\/hook\/([0-9a-f]{13})(?:\/([\w-]+))?\/?(?:\?|$)/;

interface HookDeps<B extends HookBot> extends Pick<RelayDeps<B>, 'bot' | 'leases' | 'passOn' | 'logger'> {
  deliver(bot: B, incoming: Incoming): Promise<HookResponse>;
  /** Takes an update that waited in another process, durably. */
  adopt(head: QueuedHead, raw: Buffer, dueAt: number): Promise<void>;
  /** Updates that are on their way to their bots, by bot. */
  underWay: UnderWayHooks;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
}

/** Without a framework, which cost a tenth of a webhook. A wrong secret and an unknown bot are the same 404. */
export function createHookHandler<B extends HookBot>(deps: HookDeps<B>): HookHandler {
  const { underWay } = deps;
  const budget = createByteBudget(budgetLimits);
  let cancelEnd: (() => void) | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Before the body is read: a stranger's ten megabytes never reach memory.
    const bot = await admit(request);
    if (bot === null) return reject(request, response, 404, notFound);
    const length = Number(request.headers['content-length'] ?? bodyLimit);
    const share = length > uncountedBytes ? budget.open(bot.key) : null;
    if (share !== null) {
      if (length <= bodyLimit && share.take(length) !== null) {
        share.release();
        return reject(request, response, 503);
      }
      response.once('close', share.release);
      endSlowRequest(request);
    }
    const body = await readBody(request, bodyLimit);
    if (body === null) return reject(request, response, 413);
    await take(bot, request, response, body);
  }

  async function admit({ method, url = '', headers }: IncomingMessage): Promise<B | null> {
    const [, key, secret] = hookPath.exec(url) ?? [];
    if (key === undefined || method !== 'POST') return null;
    const bot = await deps.bot(key);
    const receivedSecret = secret ?? readSecret(headers) ?? '';
    return bot !== null && isSame(receivedSecret, bot.ourHookSecret) ? bot : null;
  }

  async function take(bot: B, request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const waitingHead = deps.passOn.waitingHead(request);
    const sentHead = waitingHead === undefined ? null : readSentHead(waitingHead, bot.key);
    if (sentHead?.isLeaving === true) {
      await deps.adopt(sentHead.head, body, deps.now() + leavingMs);
      return respondToTelegram(response, { status: 200 });
    }
    if (deps.leases.holderOf(bot.key).is !== 'here') {
      const holder = await findHolder(deps.leases, bot.key, deps.passOn.isPassedOn(request));
      if (holder.is === 'elsewhere')
        return deps.passOn.pass({ request, response, body, away: unavailableReply }, holder.address);
      if (holder.is === 'unknown') return respondToTelegram(response, { status: 503 });
    }
    if (sentHead !== null) {
      await deps.adopt(sentHead.head, body, 0);
      return respondToTelegram(response, { status: 200 });
    }
    const hook = underWay.begin(bot.key);
    response.once('close', () => {
      underWay.end(bot.key, hook);
      if (!response.writableFinished) hook.abort();
    });
    const incoming = { body, secret: readSecret(request.headers), gone: hook.signal };
    await respondToTelegram(response, await deps.deliver(bot, incoming));
  }

  return {
    handles: ({ url = '' }) => url.startsWith('/hook/'),
    handle(request, response) {
      if (cancelEnd !== null) response.shouldKeepAlive = false;
      answer(request, response).catch((error: unknown) => {
        // Telegram has hung up.
        if (response.destroyed) return;
        deps.logger.error({ err: error }, 'an update could not be relayed');
        // Nobody has it: Telegram comes again.
        if (response.headersSent) response.destroy();
        else reject(request, response, 503);
      });
    },
    stop() {
      cancelEnd = deps.after(closeGraceMs, underWay.abortAll);
    },
    close: () => cancelEnd?.(),
  };
}

/** Answers without a delivery; what is still coming of the request is dropped. */
function reject(request: IncomingMessage, response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, {
    ...(body === '' ? {} : { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    ...(status === 503 ? { 'retry-after': '5' } : {}),
  });
  response.end(body);
  request.resume();
}

function readSecret(headers: IncomingMessage['headers']): string | null {
  const value = headers['x-telegram-bot-api-secret-token'];
  return typeof value === 'string' ? value : null;
}

/** In constant time; that the length shows does no harm, as all of ours are equally long. */
function isSame(receivedSecret: string, expected: string): boolean {
  const [one, other] = [Buffer.from(receivedSecret), Buffer.from(expected)];
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}
