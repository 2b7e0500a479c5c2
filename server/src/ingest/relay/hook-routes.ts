import { timingSafeEqual } from 'node:crypto';
import { BotKey } from '@botscope/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createByteBudget } from '../../platform/byte-budget.ts';
import { findHolder } from '../leases/bot-leases.ts';
import type { HookResponse, Incoming } from './deliver-now.ts';
import { type QueuedHead, readQueuedHead } from './queue-record.ts';
import type { HookBot, RelayDeps } from './relay-parts.ts';
import { respondToTelegram } from './respond-to-telegram.ts';
import type { UnderWayHooks } from './under-way-hooks.ts';

/** Updates are some kilobytes; ten times what any of Telegram's limits could add up to. */
const bodyLimit = 10 * 1_048_576;

/** Bodies that wait for their bots: of one bot, and of all. Small ones are not counted: they are nearly all. */
const uncountedBytes = 65_536;
const budgetLimits = { perKey: 2 * bodyLimit, total: 6 * bodyLimit, reserved: 1_048_576 };

/** As Telegram's own server answers what it does not know. */
const notFound = Buffer.from('{"ok":false,"error_code":404,"description":"Not Found"}');

/** The process that serves the bot does not answer: Telegram keeps the update, and comes again. */
const away = { status: 503, body: '' };

/** What is under way when the server ends may take this long. */
const closeGraceMs = 5_000;

interface HookRouteDeps<B extends HookBot> extends Pick<RelayDeps<B>, 'bot' | 'leases' | 'passOn'> {
  deliver(bot: B, incoming: Incoming): Promise<HookResponse>;
  /** Takes an update that waited in another process, durably. */
  adopt(head: QueuedHead, raw: Buffer): Promise<void>;
  /** Updates that are on their way to their bots, by bot. */
  underWay: UnderWayHooks;
  after: (ms: number, run: () => void) => () => void;
}

/** Where Telegram's webhooks come in. A wrong secret and an unknown bot are the same 404. */
export function registerHookRoutes<B extends HookBot>(app: FastifyInstance, deps: HookRouteDeps<B>): void {
  const admitted = new WeakMap<FastifyRequest, B>();
  const { underWay } = deps;
  const budget = createByteBudget(budgetLimits);

  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    // The end of the server does not wait a minute for a slow bot: who has not answered by then is asked again later.
    let cancelEnd: (() => void) | null = null;
    hooks.addHook('preClose', async () => {
      cancelEnd = deps.after(closeGraceMs, () => underWay.abortAll());
    });
    hooks.addHook('onClose', async () => cancelEnd?.());

    for (const url of ['/hook/:key/:secret', '/hook/:key']) {
      hooks.post<{ Params: { key: string; secret?: string } }>(url, {
        config: { access: 'bot' },
        bodyLimit,
        // Headers for browsers would be computed for each request: 8 % of its whole cost, and no browser calls this.
        helmet: false,
        // Before the body is read: a stranger's ten megabytes never reach memory.
        onRequest: async (request, reply) => {
          const { key, secret } = request.params;
          const bot = BotKey.safeParse(key).success ? await deps.bot(key) : null;
          const given = secret ?? headerSecret(request) ?? '';
          if (bot === null || !isSame(given, bot.ourHookSecret))
            return reply.code(404).header('content-type', 'application/json').send(notFound);
          const length = Number(request.headers['content-length'] ?? bodyLimit);
          const share = budget.open(key);
          if (length > uncountedBytes && length <= bodyLimit && share.take(length) !== null) {
            // Telegram keeps the update, and comes again.
            return reply.code(503).header('retry-after', '5').send();
          }
          reply.raw.once('close', share.release);
          admitted.set(request as FastifyRequest, bot);
          request.headers['content-type'] ??= 'application/json';
          return undefined;
        },
        handler: async (request, reply) => {
          const bot = admitted.get(request as FastifyRequest);
          if (bot === undefined) throw new Error('The request was not admitted');
          reply.hijack();
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          try {
            if (deps.leases.holderOf(bot.key).is !== 'here') {
              const holder = await findHolder(deps.leases, bot.key, deps.passOn.isPassedOn(request));
              if (holder.is === 'elsewhere')
                return deps.passOn.pass({ request: request.raw, response: reply.raw, body, away }, holder.address);
              if (holder.is === 'unknown') return void respondToTelegram(reply.raw, { status: 503 });
            }
            const waiting = deps.passOn.waitingHead(request);
            if (waiting !== undefined) {
              await deps.adopt(readQueuedHead(waiting, bot.key), body);
              return void respondToTelegram(reply.raw, { status: 200 });
            }
            const gone = underWay.begin(bot.key);
            reply.raw.once('close', () => {
              underWay.end(bot.key, gone);
              if (!reply.raw.writableFinished) gone.abort();
            });
            await respondToTelegram(
              reply.raw,
              await deps.deliver(bot, { body, secret: headerSecret(request), gone: gone.signal }),
            );
          } catch (error) {
            request.log.error({ err: error }, 'an update could not be relayed');
            // Nobody has it: Telegram comes again.
            if (reply.raw.headersSent) reply.raw.destroy();
            else reply.raw.writeHead(503, { 'content-length': 0, 'retry-after': '5' }).end();
          }
        },
      });
    }
  });
}

function headerSecret(request: { headers: FastifyRequest['headers'] }): string | null {
  const value = request.headers['x-telegram-bot-api-secret-token'];
  return typeof value === 'string' ? value : null;
}

/** In constant time; that the length shows does no harm, as all of ours are equally long. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}
