import type { ProxyBot } from '../../ingest/proxy/proxy.ts';
import type { HookBot } from '../../ingest/relay/relay.ts';
import type { BotRow, Bots } from '../bots/bots.ts';

/** A bot as relay and proxy need it: its row with its secrets decrypted. It never leaves the process. */
export type TrafficBot = BotRow & HookBot & ProxyBot;

/** Decryption takes some 10 µs, so each row is decrypted once. */
export function createDecryptSecrets(
  bots: Pick<Bots, 'tokenOf' | 'botWebhookSecretOf' | 'ourHookSecret'>,
  apiRootOf: (bot: BotRow) => string,
): (row: BotRow | null) => TrafficBot | null {
  const decrypted = new WeakMap<BotRow, TrafficBot>();
  return (row) => {
    if (row === null) return null;
    const known = decrypted.get(row);
    if (known !== undefined) return known;
    const bot: TrafficBot = {
      ...row,
      botWebhookSecret: bots.botWebhookSecretOf(row),
      ourHookSecret: bots.ourHookSecret(row.key),
      token: bots.tokenOf(row),
      apiRoot: apiRootOf(row),
      recordsCalls: row.delivery_method_send === 'proxy',
      delivery: row.delivery_method === 'webhook' || row.delivery_method === 'getUpdates' ? row.delivery_method : 'api',
      allowedUpdates: row.allowed_updates,
    };
    decrypted.set(row, bot);
    return bot;
  };
}
