import { AppError } from '../../platform/errors.ts';
import type { BotRow } from '../bots/bots.ts';
import { assertTarget, type ConnectionContext, incomingColumns, json, planTakeOver, tokenColumns } from './context.ts';
import { type AddBotBody, defaultOutgoing, holdsWebhook, readIncoming } from './incoming.ts';
import type { FormerWebhook } from './take-over.ts';
import { verifyToken } from './verify-token.ts';
import { assertNameYields, makeEntriesYield } from './yield-entry.ts';

/**
 * Connects a new bot. Nothing is half done: if anything is refused there is no bot, and Telegram is as it was.
 * @throws AppError with any code of "Bot connection"
 */
export async function connect(
  context: ConnectionContext,
  accountKey: string,
  body: AddBotBody,
): Promise<{ bot: BotRow; apiKey: string }> {
  const { bots, botApi, addresses } = context;
  const token = body.token || null;
  if (token === null) await bots.assertNameFree(body.bot_name);
  else await assertNameYields(bots, body.bot_name, accountKey);
  const incoming = readIncoming(body, null);
  if (incoming.connectionType === 'auto' && token === null) throw new AppError('missingToken', { field: 'token' });
  const root = addresses.telegramRoot(incoming);
  const me = token === null ? null : await verifyToken(context, token, { root, accountKey, name: body.bot_name });

  let formerWebhook: FormerWebhook | null = null;
  let allowedUpdates: string[] | null = null;
  if (token !== null && holdsWebhook(incoming)) {
    const info = await botApi.webhookInfo(root, token);
    const request = { webhook: incoming.webhook, overPlatform: body.over_platform ?? false };
    ({ webhook: incoming.webhook, former: formerWebhook } = planTakeOver(context, info, request));
    ({ allowedUpdates } = info);
  }
  // A bot that was taken over may have no webhook and only collect; by hand there is nothing to do without one.
  const needsTarget = incoming.deliveryMethod === 'webhook' && incoming.connectionType === 'manual';
  if (incoming.deliveryMethod === 'webhook' && (needsTarget || incoming.webhook !== '')) {
    await assertTarget(context, incoming, { accountKey, except: null });
  }
  if (me !== null) await makeEntriesYield(context, me, accountKey);
  const creation = await bots.add(accountKey, me?.username ?? body.bot_name, {
    ...incomingColumns(bots, incoming),
    delivery_method_send: body.delivery_method_send ?? defaultOutgoing(incoming),
    former_webhook: json(formerWebhook),
    allowed_updates: json(allowedUpdates),
    ...(token === null || me === null ? {} : tokenColumns(bots, token, me)),
  });
  if (token !== null && holdsWebhook(incoming)) await takeOverOrUndo(context, creation.bot, token);
  return { ...creation, bot: (await bots.byKey(creation.bot.key)) ?? creation.bot };
}

/** The row is there first: Telegram delivers at once, and a crash in between leaves a bot that works without us. */
async function takeOverOrUndo(context: ConnectionContext, bot: BotRow, token: string): Promise<void> {
  const { bots, problems, takeOver } = context;
  try {
    await takeOver.setOurs(bot, token);
  } catch (error) {
    if ((await takeOver.undo(bot, token)) === 'undone') {
      await bots.remove(bot.key);
      throw error;
    }
    // Our webhook may be set at Telegram: removing the bot now would cut it off. It stays, and its owner is notified.
    const words = error instanceof Error ? error.message : String(error);
    context.logger.error({ err: error, bot: bot.key }, 'nobody knows whether Telegram took our webhook');
    await problems.begin(bot.key, 'WebhookChanged', words);
  }
}
