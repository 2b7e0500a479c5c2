import type { Intercepts, TelegramReply } from '../../ingest/proxy/proxy-deps.ts';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import { isObject } from '../../telegram/json.ts';
import { type ConnectionContext, json } from './context.ts';
import { ownWebhookInfo } from './own-webhook-info.ts';
import { hostProblem, readSetWebhook } from './set-webhook-request.ts';
import { parseFormerWebhook } from './take-over.ts';
import { askTelegram, type Caller, createWebhookSteps, reply } from './webhook-steps.ts';

/**
 * Answers a bot's calls about its webhook through our API root. The bot means its own address; Telegram has ours, or
 * none while the bot polls. The answers are the ones that Telegram would have given without us.
 */
export function createIntercepts(
  context: ConnectionContext,
  /** Updates that wait here for the bot. */
  options: { waitingUpdates: Pick<WaitingUpdates, 'count'> },
): Intercepts<Caller> {
  const { botApi, addresses, takeOver, problems, mutex } = context;
  const { loadRow, tryChange, emptyQueue, setBotWebhook, deleteWebhook, followToPolling } = createWebhookSteps(context);

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
          const removal = await deleteWebhook(bot, token);
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
        return problem === null ? setBotWebhook(bot, token, request, drop) : refuse(problem);
      }),
    deleteWebhook: (caller, token) =>
      mutex(caller.key, async () => {
        const bot = await loadRow(caller);
        return bot === null ? 'forward' : deleteWebhook(bot, token);
      }),
    async getWebhookInfo(caller, token) {
      const bot = await loadRow(caller);
      if (bot === null) return 'forward';
      const answer = await askTelegram(() => botApi.call(addresses.telegramRoot(bot), token, 'getWebhookInfo'));
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
        if (await takeOver.takeAway(bot, token)) await followToPolling(bot);
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

const refuse = (description: string): TelegramReply => reply({ ok: false, error_code: 400, description });
