import { type Bot, connectionTypes, deliveryMethods, type Permissions, regions, sendMethods } from '@botscope/contract';
import { toIso } from '../../platform/metadata/database-time.ts';
import { dayMs } from '../../platform/time-units.ts';
import { presentPermissions } from '../access/access.ts';
import type { BotRow } from './bot-store.ts';
import { listProblems, presentProblems } from './problems.ts';

/** A word of the store as one of those the contract knows. */
export function parseEnum<Word extends string>(words: readonly Word[], word: string, otherwise: Word): Word {
  return words.find((candidate) => candidate === word) ?? otherwise;
}

/** A bot counts as new this long after its first data: it has too few days for a trend. */
const newForMs = 3 * dayMs;

/** A bot as the dashboard shows it to a user with these permissions. It contains no secrets. */
export function presentBot(bot: BotRow, permissions: Permissions, now = Date.now()): Bot {
  return {
    key: bot.key,
    bot_name: bot.bot_name,
    username: bot.username,
    status: bot.is_demo || bot.first_update_at !== null,
    statusDisable: bot.paused_at !== null,
    new_bot: !bot.is_demo && (bot.first_update_at === null || now - new Date(bot.first_update_at).getTime() < newForMs),
    actualDataInTg: !listProblems(bot).some(({ code }) => code === 'WebhookChanged' || code === 'TokenRevoked'),
    type_platform: bot.platform === '' ? 'own' : 'constructor',
    has_token: bot.token_sealed !== null,
    connection_type: parseEnum(connectionTypes, bot.connection_type, 'api'),
    delivery_method: parseEnum(deliveryMethods, bot.delivery_method, 'api'),
    delivery_method_send: parseEnum(sendMethods, bot.delivery_method_send, 'off'),
    status_send: bot.first_call_at !== null,
    last_call_at: toIso(bot.last_call_at),
    region: parseEnum(regions, bot.region, 'global'),
    problems: presentProblems(bot, permissions),
    date_added: new Date(bot.date_added).toISOString(),
    first_update_at: toIso(bot.first_update_at),
    last_update_at: toIso(bot.last_update_at),
    is_demo: bot.is_demo,
    ...presentPermissions(permissions),
  };
}
