import { nextAllowedUpdates } from '../allowed-updates.ts';
import { type Method, toAnswer } from '../method.ts';

const longestPollSeconds = 50;

export const getUpdates: Method = async ({ bot, params, gone }) => {
  if (bot.webhook) return bot.longPoll.refuseForWebhook();
  bot.allowed = nextAllowedUpdates(bot.allowed, params.text('allowed_updates'));
  const updates = await bot.longPoll.poll({
    offset: params.integer('offset', 0),
    limit: params.integer('limit', 100, 1, 100),
    timeout: params.integer('timeout', 0, 0, longestPollSeconds),
    gone,
  });
  const result = updates.map((item) => item.update);
  // The real server puts the text of each update into the answer as it has stored it.
  return { ...toAnswer(result), json: `[${updates.map((item) => item.json).join(',')}]` };
};
