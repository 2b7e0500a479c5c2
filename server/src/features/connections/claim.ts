import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import type { BotRow } from '../bots/bots.ts';
import type { WhoIs } from './bot-api.ts';
import { type ConnectionContext, tokenColumns } from './context.ts';
import { createMutex } from './mutex.ts';
import { isToken } from './verify-token.ts';

/** Pause before an unknown token is looked up again, ms. */
const unknownMs = 10_000;
/** Strangers' tokens are asked about one after another; with more waiting, calls pass unrecorded. */
const maxWaiting = 50;
const maxUnknown = 10_000;
/** A call waits no longer than this for its bot to be recognised; the next one may find it done, ms. */
const timeoutMs = 5_000;

/**
 * The bot of a token that comes through our API root. A bot that was connected by its name is recognised by its first
 * call, and one that is known by its id goes on with the new token that BotFather gave it.
 * @returns null for a bot that nobody connected.
 * @throws AppError StoreUnavailable or TelegramUnavailable if that cannot be found out now.
 */
export function createBotOfToken(context: ConnectionContext, options: { monotonic?: () => number } = {}) {
  const { bots } = context;
  const monotonic = options.monotonic ?? systemClock.monotonic;
  const mutex = createMutex();
  const unknownUntil = new Map<string, number>();
  let waitingCount = 0;

  const claim = async (token: string, hash: string): Promise<BotRow | null> => {
    const knownBot = await bots.byToken(token);
    if (knownBot !== null || (unknownUntil.get(hash) ?? Number.NEGATIVE_INFINITY) > monotonic()) return knownBot;
    const bot = await findOwner(context, token);
    if (bot === null) {
      if (unknownUntil.size >= maxUnknown) unknownUntil.clear();
      unknownUntil.set(hash, monotonic() + unknownMs);
    }
    return bot;
  };

  return async (token: string): Promise<BotRow | null> => {
    const knownBot = await bots.byToken(token);
    if (knownBot !== null || !isToken(token)) return knownBot;
    const hash = bots.hashToken(token);
    if ((unknownUntil.get(hash) ?? Number.NEGATIVE_INFINITY) > monotonic()) return null;
    if (waitingCount >= maxWaiting)
      throw new AppError('TelegramUnavailable', { message: 'Too many unknown bots at once' });
    waitingCount++;
    const claimResult = mutex('claims', () => claim(token, hash)).finally(() => {
      waitingCount--;
    });
    return withTimeout(claimResult, timeoutMs);
  };
}

async function findOwner(context: ConnectionContext, token: string): Promise<BotRow | null> {
  const { bots, addresses, problems } = context;
  const id = Number(token.split(':')[0]);
  const byId = await bots.byTelegramId(id);
  if (byId === null && !(await bots.awaitsToken())) return null;
  const me = await whoIs(context, addresses.telegramRoot(byId ?? { region: 'global' }), token);
  if (me === null) return null;
  if (byId !== null) {
    if (me.id !== id) return null;
    // The owner agreed to our keeping the token; the one we have no longer works.
    const { token_sealed, token_hash } = tokenColumns(bots, token, me);
    const bot = await bots.change(byId.key, byId.token_sealed === null ? { token_hash } : { token_hash, token_sealed });
    await problems.end(bot.key, 'TokenRevoked');
    return bot;
  }
  const byName = await bots.byName(me.username);
  if (byName === null || !isAwaiting(byName)) return null;
  return bots.change(byName.key, { telegram_id: me.id, token_hash: bots.hashToken(token) });
}

const isAwaiting = (bot: BotRow): boolean =>
  bot.token_hash === null &&
  bot.telegram_id === null &&
  ((bot.connection_type === 'manual' && bot.delivery_method === 'getUpdates') || bot.delivery_method_send === 'proxy');

async function whoIs({ botApi }: ConnectionContext, root: string, token: string): Promise<WhoIs | null> {
  try {
    return await botApi.whoIs(root, token);
  } catch (error) {
    if (error instanceof AppError && error.code === 'WrongToken') return null;
    throw error;
  }
}
