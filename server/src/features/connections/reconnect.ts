import { connectionTypes, deliveryMethods, regions } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { type BotRow, type Bots, parseEnum } from '../bots/bots.ts';
import {
  assertTarget,
  type ConnectionContext,
  connectionColumns,
  incomingColumns,
  json,
  planTakeOver,
  tokenColumns,
} from './context.ts';
import { holdsWebhook, type Incoming, readIncoming, type SetConnectionBody } from './incoming.ts';
import { parseFormerWebhook } from './take-over.ts';
import { verifyToken } from './verify-token.ts';
import { makeEntriesYield } from './yield-entry.ts';

export const toIncoming = (bots: Pick<Bots, 'botWebhookSecretOf'>, bot: BotRow): Incoming => ({
  connectionType: parseEnum(connectionTypes, bot.connection_type, 'api'),
  deliveryMethod: parseEnum(deliveryMethods, bot.delivery_method, 'api'),
  webhook: bot.webhook,
  botWebhookSecret: bots.botWebhookSecretOf(bot),
  region: parseEnum(regions, bot.region, 'global'),
  platform: bot.platform,
  riskOk: bot.risk_ok,
});

/**
 * Changes how a bot's updates come in. If anything is refused, nothing has changed, here and at Telegram.
 * @throws AppError with any code of "Bot connection"
 */
export async function reconnect(context: ConnectionContext, bot: BotRow, body: SetConnectionBody): Promise<BotRow> {
  const { bots, botApi, addresses, takeOver } = context;
  const before = toIncoming(bots, bot);
  const incoming = readIncoming(body, before);
  const root = addresses.telegramRoot(incoming);
  const expected = { root, accountKey: bot.account_key, name: bot.bot_name, row: bot };
  const me = body.token ? await verifyToken(context, body.token, expected) : null;
  const token = body.token || bots.tokenOf(bot);
  if (incoming.connectionType === 'auto' && token === null) throw new AppError('missingToken', { field: 'token' });
  const [hadWebhook, needsWebhook] = [holdsWebhook(before), holdsWebhook(incoming)];

  let formerWebhook = parseFormerWebhook(bot);
  let allowedUpdates = bot.allowed_updates;
  if (needsWebhook && !hadWebhook && token !== null) {
    const info = await botApi.webhookInfo(root, token);
    if (!addresses.isHookOf(bot.key, info.url)) {
      const request = { webhook: incoming.webhook, overPlatform: body.over_platform ?? false };
      ({ webhook: incoming.webhook, former: formerWebhook } = planTakeOver(context, info, request));
      ({ allowedUpdates } = info);
    }
  }
  await assertNewTarget(context, bot, before, incoming);
  // The bot has moved: its new address is what must be put back one day.
  if (hadWebhook && needsWebhook && formerWebhook?.url === before.webhook && incoming.webhook !== '')
    formerWebhook = { ...formerWebhook, url: incoming.webhook };

  if (me !== null) await makeEntriesYield(context, me, bot.account_key, bot.key);
  if (hadWebhook && !needsWebhook && token !== null) {
    await leave(context, bot, token, incoming.deliveryMethod === 'getUpdates');
    formerWebhook = null;
  }
  const changedBot = await bots
    .change(bot.key, {
      ...incomingColumns(bots, incoming),
      former_webhook: json(formerWebhook),
      allowed_updates: json(allowedUpdates),
      ...(body.token && me !== null ? tokenColumns(bots, body.token, me) : {}),
    })
    .catch(async (error: unknown) => {
      if (hadWebhook && !needsWebhook && token !== null) await takeOver.setOurs(bot, token);
      throw error;
    });
  if (needsWebhook && token !== null && (!hadWebhook || me !== null))
    await setOursOrRevert(context, { from: bot, to: changedBot }, token);
  return changedBot;
}

async function assertNewTarget(context: ConnectionContext, bot: BotRow, before: Incoming, incoming: Incoming) {
  if (incoming.deliveryMethod !== 'webhook') return;
  if (incoming.connectionType === 'manual' && incoming.webhook === '') {
    throw new AppError('EmptyWebhook', { field: 'webhook' });
  }
  const fields = ['webhook', 'botWebhookSecret', 'connectionType', 'deliveryMethod'] as const;
  if (incoming.webhook !== '' && fields.some((field) => before[field] !== incoming[field])) {
    await assertTarget(context, incoming, { accountKey: bot.account_key, except: bot.key });
  }
}

/** Takes our webhook away. A token that Telegram no longer knows has no webhook to put back. */
export async function leave(
  { takeOver }: ConnectionContext,
  bot: BotRow,
  token: string,
  polls: boolean,
): Promise<void> {
  try {
    await (polls ? takeOver.takeAway(bot, token) : takeOver.putBack(bot, token));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WrongToken') throw error;
  }
}

/** Sets our webhook for a changed row; if Telegram refuses, the row and Telegram are as before. */
export async function setOursOrRevert(
  context: ConnectionContext,
  rows: { from: BotRow; to: BotRow },
  token: string,
): Promise<void> {
  const { bots, takeOver } = context;
  try {
    await takeOver.setOurs(rows.to, token);
  } catch (error) {
    // While ours stood before, it stands still: there is nothing at Telegram to undo.
    if (!holdsWebhook(toIncoming(bots, rows.from))) {
      if ((await takeOver.undo(rows.to, token)) === 'ours') {
        await context.problems.begin(rows.to.key, 'WebhookChanged', error instanceof Error ? error.message : '');
        return;
      }
    }
    await bots.change(rows.from.key, connectionColumns(rows.from));
    throw error;
  }
}
