import type { Bot, Connection } from '@botscope/contract';

/** Effect in Telegram of removing a bot here. */
export type Confirmation =
  /** We put this webhook back. */
  | { kind: 'former'; url: string }
  /** We take ours away; there is none to put back. */
  | { kind: 'none' }
  /** Ours stays at Telegram: its owner set it, and has to set this one again. */
  | { kind: 'byHand'; url: string }
  /** Ours stays at Telegram: the bot set it through our API root, and would set its own at Telegram's. */
  | { kind: 'byBot' }
  /** The bot calls through us and has to be led elsewhere. */
  | { kind: 'through' }
  | { kind: 'untouched' };

/** @param connection Null while it is not known: then what depends on it is not said. */
export function buildConfirmation(
  bot: Pick<Bot, 'connection_type' | 'delivery_method' | 'delivery_method_send' | 'has_token'>,
  connection: Pick<Connection, 'former_webhook' | 'webhook'> | null,
): Confirmation[] {
  const polls = bot.delivery_method === 'getUpdates';
  const proxyNotice: Confirmation[] = polls || bot.delivery_method_send === 'proxy' ? [{ kind: 'through' }] : [];
  if (bot.delivery_method !== 'webhook') return proxyNotice.length > 0 ? proxyNotice : [{ kind: 'untouched' }];
  if (connection === null) return proxyNotice;
  const { former_webhook: formerWebhook, webhook } = connection;
  if (bot.has_token) {
    const url = formerWebhook ?? (bot.connection_type === 'manual' ? webhook : '');
    return [url === '' ? { kind: 'none' } : { kind: 'former', url }, ...proxyNotice];
  }
  return formerWebhook === null ? [{ kind: 'byHand', url: webhook }, ...proxyNotice] : [{ kind: 'byBot' }];
}
