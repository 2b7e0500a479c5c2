import { nextAllowedUpdates } from '../allowed-updates.ts';
import type { BotState } from '../bot-state.ts';
import { tooManyRequests } from '../errors.ts';
import { type Method, type MethodAnswer, type MethodCall, toAnswer } from '../method.ts';
import { readWebhookSettings, type WebhookSettings, webhookInfo } from '../webhook-settings.ts';

export const setWebhook: Method = (call) => {
  const { bot, params, files, server } = call;
  if (params.text('url') === '') return removeWebhook(call);
  const now = bot.clock.now().getTime();
  if (now < bot.nextSetWebhookAt) throw tooManyRequests(1);
  bot.nextSetWebhookAt = now + 1_000;
  const settings = readWebhookSettings(params, files, server.isLocal);
  bot.allowed = nextAllowedUpdates(bot.allowed, params.text('allowed_updates'));
  dropIfRequested(call);
  if (bot.webhook && isSame(bot.webhook, settings)) return toAnswer(true, 'Webhook is already set');
  bot.longPoll.endForWebhook();
  replace(bot, settings);
  server.applyWebhook(bot);
  return toAnswer(true, 'Webhook was set');
};

export const deleteWebhook: Method = (call) => removeWebhook(call);

export const getWebhookInfo: Method = ({ bot }) =>
  toAnswer(
    webhookInfo(bot.webhook, { pending: bot.queue.size, allowed: bot.allowed, lastError: bot.lastDeliveryError }),
  );

function removeWebhook(call: MethodCall): MethodAnswer {
  dropIfRequested(call);
  if (!call.bot.webhook) return toAnswer(true, 'Webhook is already deleted');
  replace(call.bot, undefined);
  call.server.applyWebhook(call.bot);
  return toAnswer(true, 'Webhook was deleted');
}

function replace(bot: BotState, settings: WebhookSettings | undefined): void {
  bot.webhook = settings;
  bot.lastDeliveryError = undefined;
}

function dropIfRequested({ bot, params }: MethodCall): void {
  if (params.flag('drop_pending_updates')) bot.queue.clear();
}

/** A certificate is always a change: the real server does not compare its content. */
function isSame(before: WebhookSettings, after: WebhookSettings): boolean {
  const fields = ['url', 'secret', 'maxConnections', 'ipAddress'] as const;
  return !after.hasCertificate && !before.hasCertificate && fields.every((field) => before[field] === after[field]);
}
