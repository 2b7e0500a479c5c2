import { AppError } from '../../platform/errors.ts';
import type { Bots } from '../bots/bots.ts';
import type { BotApi, WhoIs } from './bot-api.ts';
import { yields } from './yield-entry.ts';

/** The bot's id, a colon and the secret. BotFather's secrets have 35 characters; test servers' may be shorter. */
const tokenPattern = /^[1-9]\d{0,15}:[A-Za-z0-9_-]{30,64}$/;

export const isToken = (token: string): boolean => tokenPattern.test(token);

/**
 * Identifies the bot of a token and checks that this account may connect it.
 * @param expected Assumptions of the caller: the bot's name, and the row that it already has.
 * @throws AppError InvalidToken, WrongToken, WrongTelegram (another name), WrongChangeTid (another bot than the row's),
 *   TidExist or TidExistSelf (the bot is connected in another row), TelegramUnavailable. The field is `token`.
 */
export async function verifyToken(
  deps: { bots: Pick<Bots, 'byTelegramId'>; botApi: Pick<BotApi, 'whoIs'> },
  token: string,
  expected: {
    root: string;
    accountKey: string | null;
    name?: string | undefined;
    row?: { key: string; telegram_id: number | string | null };
  },
): Promise<WhoIs> {
  const refuse = (code: 'InvalidToken' | 'WrongTelegram' | 'WrongChangeTid' | 'TidExist' | 'TidExistSelf') =>
    new AppError(code, { field: 'token' });
  if (!isToken(token)) throw refuse('InvalidToken');
  const me = await deps.botApi.whoIs(expected.root, token);
  const { row, name } = expected;
  const knownId = row?.telegram_id ?? null;
  if (knownId !== null && Number(knownId) !== me.id) throw refuse('WrongChangeTid');
  // A bot that is known by its id may have been renamed at Telegram; a new one must be the one that was named.
  if (knownId === null && name !== undefined && name.toLowerCase() !== me.username.toLowerCase()) {
    throw refuse('WrongTelegram');
  }
  const other = await deps.bots.byTelegramId(me.id);
  if (other !== null && other.key !== row?.key && !yields(other, expected.accountKey)) {
    throw refuse(other.account_key === expected.accountKey ? 'TidExistSelf' : 'TidExist');
  }
  return me;
}
