import { type Method, toAnswer } from '../method.ts';

export const getMyStarBalance: Method = ({ bot }) => toAnswer(bot.flood.balance());

export const getStarTransactions: Method = ({ bot, params }) => {
  const offset = params.integer('offset', 0, 0);
  const limit = params.integer('limit', 100, 1, 100);
  return toAnswer({ transactions: bot.flood.transactions().slice(offset, offset + limit) });
};
