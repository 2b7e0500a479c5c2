import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRandom } from '@botscope/server/simulation/random.ts';
import { newUserId, toBotUser } from '@botscope/server/simulation/users/numbering.ts';
import { toUser, type UserFields } from '@botscope/server/simulation/users/user.ts';
import { type Clock, wallClock } from '../clock.ts';
import { createSimulatedUser, type SimulatedUser, type Stage } from '../user.ts';
import { type BotCapabilities, type BotState, createBotState, defaultCapabilities } from './bot-state.ts';
import { type Call, createCallLog } from './calls.ts';
import { invalidToken, loggedOut, notFound, unauthorized } from './errors.ts';
import { execute } from './execute.ts';
import type { ServerSettings } from './method.ts';
import { parseRequest } from './parse-request.ts';
import { receive } from './receive.ts';
import { respondError, respondFile, respondOk } from './respond.ts';
import { download, runScripted } from './scripted-results.ts';
import { exposeBot, type SimulatedBot } from './simulated-bot.ts';
import { createUploadStore } from './upload-store.ts';
import { startDelivery } from './webhook-delivery.ts';
import { webhookUrl } from './webhook-settings.ts';

/** Options of the simulated Telegram; everything has a default. */
export interface SimulatedTelegramOptions {
  /** Provides the time and runs the timers (long polls, retries, expiry). Default: the machine's clock. */
  clock?: Clock;
  /** Only the time of day, with the machine's timers. */
  now?: () => Date;
  /** Default: any free port. */
  port?: number;
  /** Behaves like a Bot API server of one's own started with `--local`: webhooks may use HTTP, any port and any address. */
  isLocal?: boolean;
  /** Maps a webhook's URL to where it listens: a test may register `https://example.com/hook` and serve it here. */
  webhookTarget?: (url: URL) => URL;
  seed?: number | string;
}

export interface NewBot extends Partial<BotCapabilities> {
  username: string;
  first_name?: string;
  token?: string;
}

export interface NewUser extends UserFields {
  first_name: string;
  /** The bot the user deals with; default: the bot added last. */
  bot?: SimulatedBot;
}

/** A running simulated Telegram. */
export interface SimulatedTelegram {
  /** The API root, without a slash at the end. */
  readonly url: string;
  /** Every call of every bot, oldest first. */
  readonly calls: Call[];
  addBot(bot: NewBot): SimulatedBot;
  /** A user who deals with a bot through this server; the bot's real answers count. */
  user(user: NewUser): SimulatedUser;
  stop(): Promise<void>;
}

const largestHeaders = 256 * 1_024;

/** Starts a strict Bot API server on the loopback interface. */
export async function startSimulatedTelegram(options: SimulatedTelegramOptions = {}): Promise<SimulatedTelegram> {
  const clock: Clock = options.clock ?? { ...wallClock, now: options.now ?? wallClock.now };
  const random = createRandom(options.seed ?? 'telegram');
  const log = createCallLog();
  const bots = new Map<string, BotState>();
  const views = new Map<SimulatedBot, BotState>();
  const uploads = createUploadStore();
  const settings: ServerSettings = { isLocal: options.isLocal ?? false, applyWebhook, deliver: receive };

  /** Ends the old delivery and, if the bot still has a webhook, starts the new one. */
  function applyWebhook(bot: BotState): void {
    bot.delivery?.stop();
    bot.delivery = undefined;
    if (!bot.webhook) return;
    const url = webhookUrl(bot.webhook.url);
    bot.delivery = startDelivery({
      clock,
      random: bot.random,
      queue: bot.queue,
      settings: bot.webhook,
      target: options.webhookTarget?.(url) ?? url,
      onReply: (reply) => {
        const signal = new AbortController().signal;
        // Nobody reads the answer of a call made in a webhook reply: an error shows only in the log.
        execute({ bot, ...reply, gone: signal, via: 'webhook reply', isTest: false }, settings, log).catch(
          () => undefined,
        );
      },
      onError: (error) => {
        bot.lastDeliveryError = error;
      },
      onGone: () => {
        bot.webhook = undefined;
        applyWebhook(bot);
      },
    });
  }

  function requireBot(token: string): BotState {
    if (!/^[1-9]\d{0,15}:[\w-]{1,64}$/.test(token)) throw invalidToken();
    const bot = bots.get(token);
    if (!bot || bot.isRevoked) throw unauthorized();
    if (bot.isLoggedOut) throw loggedOut();
    return bot;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(new URL(`http://telegram${request.url ?? '/'}`).pathname);
    if (file)
      return sendFile(requireBot(decodeURIComponent(file[1] ?? '')), decodeURIComponent(file[2] ?? ''), response);
    const abortController = new AbortController();
    response.once('close', () => abortController.abort());
    const { token, method, isTest, params, files } = await parseRequest(request, uploads);
    const call = {
      bot: requireBot(token),
      method,
      params,
      files,
      gone: abortController.signal,
      via: 'http' as const,
      isTest,
    };
    const { answer: result, outcome } = await execute(call, settings, log);
    respondOk(response, result, { outcome, clock });
  }

  const server = createServer({ maxHeaderSize: largestHeaders, keepAliveTimeout: 500_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => respondError(response, error));
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

  function addBot({ username, first_name, token, ...capabilities }: NewBot): SimulatedBot {
    const secret = token ?? `${random.between(1_000_000_000, 7_999_999_999)}:AA${random.token(33)}`;
    const user = { ...toBotUser(Number(secret.split(':')[0]), username, first_name), username };
    const state = createBotState(clock, user, secret, { ...defaultCapabilities, ...capabilities });
    bots.set(secret, state);
    const view = exposeBot(state, log);
    views.set(view, state);
    return view;
  }

  function stageFor(bot: SimulatedBot): Stage {
    const state = views.get(bot);
    if (!state) throw new Error(`@${bot.username} belongs to another server`);
    return {
      bot: state.user,
      random,
      moment: clock.now,
      nextMessageId: state.chats.nextMessageId,
      deliver: (body) => bot.receives(body),
      findButton: state.chats.findButton,
      onCheckoutAnswered: state.queries.onAnswer,
    };
  }

  return {
    url: `http://127.0.0.1:${port}`,
    calls: log.calls,
    addBot,
    user({ first_name, bot, ...fields }) {
      const partner = bot ?? [...views.keys()].at(-1);
      if (!partner) throw new Error('add a bot before its users');
      return createSimulatedUser(stageFor(partner), toUser(fields.id ?? newUserId(random), first_name, fields));
    },
    async stop() {
      for (const bot of bots.values()) bot.delivery?.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      uploads.clear();
    },
  };
}

/** Downloads take their scripts under the name `/file`. */
async function sendFile(bot: BotState, path: string, response: ServerResponse): Promise<void> {
  const outcome = bot.scripts.take(download, '');
  const wait = (ms: number) => new Promise<void>((resolve) => void bot.clock.after(ms, resolve));
  const file = await runScripted(outcome, wait, () => bot.files.byPath(path));
  if (!file) throw notFound();
  respondFile(response, file.content.bytes, { outcome, clock: bot.clock });
}
