import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const node = [join(root, 'node_modules/.bin/node')];

export type Mode = 'polling' | 'webhook';

/** A bot of e2e/clients/shop: the framework as it is published, and what it cannot do. */
export interface ShopClient {
  command: readonly string[];
  modes: readonly Mode[];
  /** It does not accept a secret for its webhook. */
  withoutSecret?: true;
  /** It sets its webhook itself whenever it starts. */
  setsItsWebhook?: true;
  /** The path of its webhook; default `/hook`. */
  hookPath?: (token: string) => string;
}

const shop = (file: string) => [...node, `e2e/clients/shop/${file}`];
const allModes = ['polling', 'webhook'] as const;

/**
 * | client | polling | webhook | calls in a webhook's answer | webhook secret | downloads |
 * |---|---|---|---|---|---|
 * | grammY | yes | yes | yes (asked for) | yes | by hand |
 * | grammY's runner | yes | none of its own | – | – | by hand |
 * | Telegraf | yes | yes | yes (its default) | yes | by hand |
 * | node-telegram-bot-api 0.67 | yes | yes | no | no | yes |
 * | node-telegram-bot-api 2.1 | yes | yes | no | yes | by hand |
 * | gramio | yes | yes | no | yes | yes |
 * | puregram | yes | yes | no | yes | yes |
 * | typescript-telegram-bot-api | yes | its HTTP side by hand | no | by hand | by hand |
 * | python-telegram-bot 13 | yes | yes, sets it itself | no | no | yes |
 */
export const shopClients: Record<string, ShopClient> = {
  grammY: { command: shop('grammy.ts'), modes: allModes },
  'grammY runner': { command: shop('grammy-runner.ts'), modes: ['polling'] },
  Telegraf: { command: shop('telegraf.ts'), modes: allModes },
  'node-telegram-bot-api 0.67': {
    command: shop('ntba-classic.ts'),
    modes: allModes,
    withoutSecret: true,
    hookPath: (token) => `/bot${token}`,
  },
  'node-telegram-bot-api 2.1': { command: shop('ntba.ts'), modes: allModes },
  gramio: { command: shop('gramio.ts'), modes: allModes },
  puregram: { command: shop('puregram.ts'), modes: allModes },
  'typescript-telegram-bot-api': { command: shop('typescript-telegram-bot-api.ts'), modes: allModes },
  'python-telegram-bot': {
    command: ['/usr/bin/python3', 'e2e/clients/shop/python_telegram_bot.py'],
    modes: allModes,
    withoutSecret: true,
    setsItsWebhook: true,
  },
};
