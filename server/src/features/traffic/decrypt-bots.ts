import type { BotRow, Bots } from '../bots/bots.ts';
import type { TrafficBot } from './traffic-host.ts';

/** Decryption takes some 10 µs, so each row is decrypted once. */
export function createDecryptSecrets(
  bots: Pick<Bots, 'tokenOf' | 'botWebhookSecretOf' | 'ourHookSecret'>,
  apiRootOf: (bot: BotRow) => string,
): (row: BotRow | null) => TrafficBot | null {
  const decrypted = new WeakMap<BotRow, TrafficBot>();
  return (row) => {
    if (row === null) return null;
    const cachedBot = decrypted.get(row);
    if (cachedBot !== undefined) return cachedBot;
    const bot: TrafficBot = {
      key: row.key,
      start_rules: row.start_rules,
      paused_at: row.paused_at,
      token_hash: row.token_hash,
      webhook: row.webhook,
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
