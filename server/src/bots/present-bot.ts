import type { Bot, PermissionKey } from '@botscope/contract';
import type { BotRow } from './bot-store.ts';

const iso = (date: Date | null): string | null => (date === null ? null : new Date(date).toISOString());

/** A bot as the dashboard sees it. Nothing secret is in it. */
export function presentBot(bot: BotRow, permissions: readonly PermissionKey[]): Bot {
  return {
    key: bot.key,
    bot_name: bot.bot_name,
    username: bot.username,
    status: bot.is_demo || bot.first_update_at !== null,
    has_token: false,
    delivery_method: 'api',
    date_added: new Date(bot.date_added).toISOString(),
    first_update_at: iso(bot.first_update_at),
    last_update_at: iso(bot.last_update_at),
    is_demo: bot.is_demo,
    permissions: [...permissions],
  };
}
