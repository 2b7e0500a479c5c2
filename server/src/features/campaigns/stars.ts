import type { CampaignBill } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { child, integer, isObject, type JsonObject } from '../../telegram/json.ts';
import type { TelegramClient } from '../../telegram/telegram-client.ts';
import type { SendingBot } from '../campaign-engine/campaign-engine.ts';

const nanostarsOfTenth = 100_000_000;
const transactionsOfPage = 100;
/** Telegram gives them page by page, and a bot may have sold things for Stars for years. */
const maxPages = 50;

/** Stars of bots, as Telegram says. @throws AppError NeedToken, TelegramRefused, TelegramUnavailable */
export interface Stars {
  /** Tenths of a Star. */
  balance(bot: string): Promise<number>;
  /** Sums what was billed for fast sending between two moments, unix ms. */
  billed(bot: string, from: number, to: number): Promise<CampaignBill>;
}

export function createStars(deps: {
  bot: (key: string) => Promise<SendingBot | null>;
  telegram: Pick<TelegramClient, 'call'>;
}): Stars {
  async function call(key: string, method: string, params: Record<string, unknown>): Promise<JsonObject> {
    const bot = await deps.bot(key);
    if (bot === null || bot.token === null) throw new AppError('NeedToken');
    const answer = await deps.telegram.call(bot.apiRoot, bot.token, method, params);
    if (!answer.ok) throw new AppError('TelegramRefused', { message: answer.description });
    return isObject(answer.result) ? answer.result : {};
  }

  return {
    balance: async (bot) => tenthsOf(await call(bot, 'getMyStarBalance', {})),
    async billed(bot, from, to) {
      const bill = { requests: 0, tenths: 0 };
      for (let page = 0; page < maxPages; page += 1) {
        const offset = page * transactionsOfPage;
        const { transactions } = await call(bot, 'getStarTransactions', { offset, limit: transactionsOfPage });
        const all = Array.isArray(transactions) ? transactions.filter(isObject) : [];
        for (const one of all) {
          const partner = child(one, 'receiver');
          const bookedAt = integer(one.date) * 1_000;
          // Telegram books the requests of one minute together.
          if (partner.type !== 'telegram_api' || bookedAt < from - 60_000 || bookedAt > to + 60_000) continue;
          bill.requests += integer(partner.request_count);
          bill.tenths += tenthsOf(one);
        }
        if (all.length < transactionsOfPage) break;
      }
      return bill;
    },
  };
}

const tenthsOf = (amount: JsonObject): number =>
  integer(amount.amount) * 10 + Math.floor(integer(amount.nanostar_amount) / nanostarsOfTenth);
