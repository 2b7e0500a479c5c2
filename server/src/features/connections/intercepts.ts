import { updateKinds } from '@botscope/contract';
import type { Intercepts, ProxyBot, TelegramReply } from '../../ingest/proxy/proxy-deps.ts';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../telegram/json.ts';
import type { TelegramAnswer } from '../../telegram/telegram-client.ts';
import type { BotChange, BotRow } from '../bots/bots.ts';
import { setWebhookParams } from './bot-api.ts';
import { type ConnectionContext, connectionColumns, json } from './context.ts';
import { ownWebhookInfo } from './own-webhook-info.ts';
import { hostProblem, readSetWebhook, type SetWebhookRequest } from './set-webhook-request.ts';
import { parseFormerWebhook } from './take-over.ts';

/** The bot that says it. */
type Caller = Pick<ProxyBot, 'key'>;

/**
 * Answers a bot's calls about its webhook through our API root. The bot means its own address; Telegram has ours, or
 * none while the bot polls. The answers are the ones that Telegram would have given without us.
 */
export function createIntercepts(
  context: ConnectionContext,
  /** Updates that wait here for the bot. */
  options: { waitingUpdates: Pick<WaitingUpdates, 'count'> },
): Intercepts<Caller> {
  const { bots, botApi, addresses, takeOver, problems, mutex, logger } = context;

  /** Null where updates do not come through us at all: then nothing of this is our business. */
  const loadRow = async ({ key }: Caller): Promise<BotRow | null> => {
    const bot = await bots.cached(key).catch(() => null);
    return bot === null || bot.delivery_method === 'api' ? null : bot;
  };
  /** A row that cannot be written must not stop a bot; the next look at the connection finds the difference. */
  const tryChange = async (bot: BotRow, change: BotChange): Promise<void> => {
    await bots.change(bot.key, change).catch((error: unknown) => {
      logger.warn({ err: error, bot: bot.key }, 'what a bot did to its webhook could not be noted');
    });
  };
  const ask = async (work: () => Promise<TelegramAnswer>): Promise<TelegramAnswer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) return { ok: false, error_code: 502, description: 'Bad Gateway' };
      throw error;
    }
  };

  /** The queue can be read only while no webhook stands. The row stays as it is: another one is set in a moment. */
  const emptyQueue = async (bot: BotRow, token: string, read: () => Promise<void>): Promise<void> => {
    // An error is ignored: Telegram repeats it to the call that follows.
    const isFree = bot.delivery_method !== 'webhook' || (await takeOver.takeAway(bot, token).catch(() => false));
    if (isFree) await read();
  };
  /** Telegram refused another webhook, and would have left the one that stood. */
  const putOursBack = async (bot: BotRow, token: string): Promise<void> => {
    await takeOver.setOurs(bot, token).catch((error: unknown) => {
      logger.warn({ err: error, bot: bot.key }, 'the webhook of a bot could not be put back');
    });
  };

  const setOwn = async (
    bot: BotRow,
    token: string,
    request: SetWebhookRequest,
    drop: (() => Promise<void>) | undefined,
  ): Promise<TelegramReply | 'forward'> => {
    if (drop !== undefined) await emptyQueue(bot, token, drop);
    const change = changeFor(context, bot, request);
    const isSame = isAsBefore(context, bot, request);
    // The target first: our webhook, which may stand already, must not forward to the old one when Telegram says "set".
    const changedBot = isSame ? bot : await bots.change(bot.key, change).catch(() => null);
    if (changedBot === null) return 'forward';
    const ours = setWebhookParams({
      url: addresses.hookUrl(bot.key),
      secret: bots.ourHookSecret(bot.key),
      allowedUpdates: updateKinds,
      maxConnections: request.maxConnections,
    });
    const answer = await ask(() => botApi.call(addresses.telegramRoot(bot), token, 'setWebhook', ours));
    if (!answer.ok && answer.error_code < 500 && !isSame) await tryChange(bot, connectionColumns(bot));
    if (!answer.ok && drop !== undefined && bot.delivery_method === 'webhook') await putOursBack(bot, token);
    if (!answer.ok) return reply(answer);
    const isAlready = isSame && answer.description === 'Webhook is already set';
    return successReply(isAlready ? 'Webhook is already set' : 'Webhook was set');
  };

  const remove = async (bot: BotRow, token: string): Promise<TelegramReply> => {
    const answer = await ask(() => botApi.call(addresses.telegramRoot(bot), token, 'deleteWebhook'));
    if (!answer.ok) return reply(answer);
    // One of ours without a target is none in the eyes of the bot.
    const hadOne =
      answer.description === 'Webhook was deleted' && (bot.delivery_method !== 'webhook' || bot.webhook !== '');
    await follow(bot);
    return successReply(hadOne ? 'Webhook was deleted' : 'Webhook is already deleted');
  };
  /** The source of updates follows the bot: it polls from now on. */
  const follow = async (bot: BotRow): Promise<void> => {
    if (bot.delivery_method === 'getUpdates' && bot.webhook === '' && bot.former_webhook === null) return;
    await tryChange(bot, {
      delivery_method: 'getUpdates',
      webhook: '',
      webhook_secret_sealed: null,
      former_webhook: null,
    });
  };

  /** The bot moves to another server: nothing of ours may stay behind, and its owner must know. */
  const moveAway = async (caller: Caller, token: string, method: string): Promise<'forward'> => {
    const bot = await loadRow(caller);
    if (bot !== null) {
      const isTakenAway = await takeOver.takeAway(bot, token).catch(() => false);
      if (isTakenAway && bot.delivery_method === 'webhook') problems.note(bot.key, 'WebhookChanged', method);
    }
    return 'forward';
  };

  return {
    setWebhook: (caller, token, { params, hasCertificate, drop }) =>
      mutex(caller.key, async () => {
        const bot = await loadRow(caller);
        if (bot === null) return 'forward';
        const address = params.url ?? '';
        if (address === '') {
          const removal = await remove(bot, token);
          if (removal.status === 200) await drop?.();
          return removal;
        }
        if (addresses.isHookOf(bot.key, address)) {
          // The owner has put our address into the bot's code, as instructed.
          if (drop !== undefined) await emptyQueue(bot, token, drop);
          if (bot.delivery_method !== 'webhook') await tryChange(bot, { delivery_method: 'webhook' });
          return 'forward';
        }
        const rules = { anyAddress: !addresses.isCloud, allowPrivate: context.allowPrivateWebhooks };
        const request = readSetWebhook(params, rules);
        if ('refused' in request) return refuse(request.refused);
        // Telegram cannot reach us, or only Telegram knows the certificate: the bot works without us then.
        if (!addresses.hookReachable || hasCertificate) {
          problems.note(bot.key, 'WebhookChanged', address);
          if (drop !== undefined) await emptyQueue(bot, token, drop);
          return 'forward';
        }
        // Telegram would look the name up and refuse what it cannot reach; ours is the one that it gets to see.
        const meaning = rules.allowPrivate ? 'public' : await context.lookUpHost(new URL(request.url).hostname);
        const problem = hostProblem(meaning);
        return problem === null ? setOwn(bot, token, request, drop) : refuse(problem);
      }),
    deleteWebhook: (caller, token) =>
      mutex(caller.key, async () => {
        const bot = await loadRow(caller);
        return bot === null ? 'forward' : remove(bot, token);
      }),
    async getWebhookInfo(caller, token) {
      const bot = await loadRow(caller);
      if (bot === null) return 'forward';
      const answer = await ask(() => botApi.call(addresses.telegramRoot(bot), token, 'getWebhookInfo'));
      if (!answer.ok) return reply(answer);
      const info = isObject(answer.result) ? answer.result : {};
      const isOurs = typeof info.url === 'string' && addresses.isHookOf(bot.key, info.url);
      const queued = options.waitingUpdates.count(bot.key);
      return reply({ ok: true, result: isOurs ? ownWebhookInfo(bot, parseFormerWebhook(bot), info, queued) : info });
    },
    logOut: (caller, token) => moveAway(caller, token, 'logOut'),
    close: (caller, token) => moveAway(caller, token, 'close'),
    beginPolling: (caller, token) =>
      mutex(caller.key, async () => {
        const bot = await loadRow(caller);
        if (bot === null) return true;
        // In the eyes of the bot its webhook is set: only deleteWebhook or setWebhook change that.
        if (bot.delivery_method === 'webhook' && bot.webhook !== '') return false;
        if (await takeOver.takeAway(bot, token)) await follow(bot);
        return true;
      }),
    rememberAllowedUpdates(caller, kinds) {
      void mutex(caller.key, async () => {
        const bot = await loadRow(caller);
        if (bot === null || json(bot.allowed_updates) === json(kinds)) return;
        await tryChange(bot, { allowed_updates: json(kinds) });
      });
    },
    problem: (caller, code, detail) => problems.note(caller.key, code, detail),
  };
}

/** The row of a bot that has set its own webhook: we forward there, and put it back one day. */
function changeFor({ bots }: ConnectionContext, bot: BotRow, request: SetWebhookRequest): BotChange {
  const allowedUpdates = request.allowedUpdates === undefined ? bot.allowed_updates : request.allowedUpdates;
  return {
    delivery_method: 'webhook',
    webhook: request.url,
    webhook_secret_sealed: request.secret === null ? null : bots.seal(request.secret),
    allowed_updates: json(allowedUpdates),
    former_webhook: json({
      url: request.url,
      max_connections: request.maxConnections,
      allowed_updates: allowedUpdates,
      ip_address: request.ipAddress,
    }),
  };
}

function isAsBefore({ bots }: ConnectionContext, bot: BotRow, request: SetWebhookRequest): boolean {
  const formerWebhook = parseFormerWebhook(bot);
  return (
    bot.delivery_method === 'webhook' &&
    bot.webhook === request.url &&
    bots.botWebhookSecretOf(bot) === request.secret &&
    formerWebhook?.url === request.url &&
    formerWebhook.max_connections === request.maxConnections &&
    formerWebhook.ip_address === request.ipAddress &&
    (request.allowedUpdates === undefined || json(bot.allowed_updates) === json(request.allowedUpdates))
  );
}

const refuse = (description: string): TelegramReply => reply({ ok: false, error_code: 400, description });
const successReply = (description: string): TelegramReply => reply({ ok: true, result: true, description });

function reply(answer: TelegramAnswer): TelegramReply {
  return { status: answer.ok ? 200 : answer.error_code, body: JSON.stringify(answer) };
}
