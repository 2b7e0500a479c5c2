import { tooManyRequests } from '../errors.ts';
import { type Method, toAnswer } from '../method.ts';

const closePauseMs = 10 * 60_000;

/** The bot leaves this server for one of its owner's; nothing is delivered and every later call is refused. */
export const logOut: Method = ({ bot, server }) => {
  bot.isLoggedOut = true;
  bot.webhook = undefined;
  server.applyWebhook(bot);
  return toAnswer(true);
};

/** Ends the bot's instance on this server; not in its first ten minutes there. The next call starts it again. */
export const close: Method = ({ bot }) => {
  const remainingMs = bot.startedAt + closePauseMs - bot.clock.now().getTime();
  if (remainingMs > 0) throw tooManyRequests(Math.ceil(remainingMs / 1_000));
  bot.startedAt = bot.clock.now().getTime();
  return toAnswer(true);
};
