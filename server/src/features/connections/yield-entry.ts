import { AppError } from '../../platform/errors.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { WhoIs } from './bot-api.ts';
import type { ConnectionContext } from './context.ts';

/** Whether its account has shown the bot's token here: anyone can type a name. The demo cannot be taken. */
const isProven = (bot: BotRow): boolean => bot.token_sealed !== null || bot.is_demo;

/** Whether this entry of another account must make room for the account that shows the bot's token. */
export const yields = (entry: BotRow, accountKey: string | null): boolean =>
  entry.account_key !== accountKey && !isProven(entry);

/** @throws AppError botExist if the name is taken by an entry that does not yield to a proof of this account. */
export async function assertNameYields(
  bots: Pick<Bots, 'byName'>,
  name: string,
  accountKey: string | null,
): Promise<void> {
  const entry = await bots.byName(name);
  if (entry !== null && !yields(entry, accountKey)) throw new AppError('botExist', { field: 'bot_name' });
}

/** Room for the entry's key below the 32 characters of a name at Telegram. */
const longestBase = 18;

/**
 * Entries that others have made without a token for the bot whose token this account has just shown: each gets another name
 * and no longer stands for that bot at Telegram, keeps its data and its API key, and its owner is notified.
 */
export async function makeEntriesYield(
  { bots, notifyDisplaced, logger }: ConnectionContext,
  me: WhoIs,
  accountKey: string | null,
  except: string | null = null,
): Promise<void> {
  const entries = [await bots.byName(me.username), await bots.byTelegramId(me.id)];
  for (const entry of new Map(entries.map((bot) => [bot?.key, bot])).values()) {
    if (entry === null || entry.key === except || !yields(entry, accountKey)) continue;
    const bot_name = `${entry.bot_name.slice(0, longestBase)}_${entry.key}`;
    await bots.change(entry.key, { bot_name, username: bot_name, telegram_id: null, token_hash: null });
    logger.info({ bot: entry.key }, 'an entry without a token has made room for the one with it');
    await notifyDisplaced(entry, me.username).catch((error: unknown) =>
      logger.error({ err: error, bot: entry.key }, 'the owner of a displaced entry could not be notified'),
    );
  }
}
