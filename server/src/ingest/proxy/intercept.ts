import type { Polling } from '../polling/polling.ts';
import type { ApiPath } from './api-path.ts';
import type { Intercepts, ProxyBot, QueuedUpdates, TelegramReply } from './proxy-deps.ts';
import { type ReadParameters, toText } from './read-parameters.ts';

/** Calls that are about where updates go. Passed on blindly they would take our webhook away. */
const aboutUpdates = ['setwebhook', 'deletewebhook', 'getwebhookinfo', 'logout', 'close'] as const;
type AboutUpdates = (typeof aboutUpdates)[number];

/** Any letter case: node-telegram-bot-api 0.67 sends `setWebHook`. Null for an ordinary call. */
export function interceptedMethod(method: string): AboutUpdates | null {
  const name = method.toLowerCase();
  return aboutUpdates.find((knownMethod) => knownMethod === name) ?? null;
}

/** Telegram's own idea of a truth value. */
function isTrue(value: unknown): boolean {
  return ['true', 'yes', '1'].includes(toText(value)?.trim().toLowerCase() ?? '');
}

/** Asks the bot's connection what to do with such a call. */
export async function intercept<B extends ProxyBot>(
  deps: { intercepts: Intercepts<B>; queued: QueuedUpdates; polling: Polling<B> },
  bot: B,
  apiPath: ApiPath,
  method: AboutUpdates,
  { params, files }: ReadParameters,
): Promise<TelegramReply | 'forward'> {
  const { intercepts, polling } = deps;
  const { token } = apiPath;
  const drops = isTrue(params.drop_pending_updates);
  /** grammY and Telegraf may drop the queue on each start: the bot never sees those updates, the owner's numbers do. */
  const drop = async (): Promise<void> => {
    await polling.drain(bot, { root: bot.apiRoot, token, isTest: false, userAgent: '' });
    if (deps.queued.queued(bot.key) > 0) await deps.queued.takeQueued(bot.key, Number.MAX_SAFE_INTEGER, 1);
  };
  switch (method) {
    case 'setwebhook': {
      if (params.allowed_updates !== undefined) polling.forgetAllowed(token);
      const texts = Object.entries(params).map(([name, value]) => [name, toText(value)] as const);
      const textParams = Object.fromEntries(texts.filter((pair): pair is [string, string] => pair[1] !== undefined));
      const hasCertificate =
        files.some(({ field }) => field === 'certificate') || (textParams.certificate ?? '') !== '';
      return intercepts.setWebhook(bot, token, { params: textParams, hasCertificate, ...(drops ? { drop } : {}) });
    }
    case 'deletewebhook': {
      const reply = await intercepts.deleteWebhook(bot, token, { dropPending: drops });
      if (drops && reply !== 'forward' && reply.status === 200) await drop();
      return reply;
    }
    case 'getwebhookinfo':
      return intercepts.getWebhookInfo(bot, token);
    case 'logout':
      return intercepts.logOut(bot, token);
    case 'close':
      return intercepts.close(bot, token);
  }
}
