import type { Framework } from './framework.ts';
import { fetchUpdate } from './javascript.ts';

export const nodeTelegramBotApi: Framework = {
  name: 'node-telegram-bot-api 2',
  language: 'JavaScript',
  copies: (addresses) => `// Before your other handlers
bot.use(async (ctx, next) => {
${fetchUpdate(addresses, 'ctx.update')}
  await next();
});`,
  root: ({ apiRoot }) => `const bot = new Bot(process.env.BOT_TOKEN, {
  apiRoot: '${apiRoot}',
});`,
  hook: ({ hookUrl }) => `// In place of your own address
await bot.api.setWebhook({
  url: '${hookUrl}',
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};

/** The line before the rewrite, still the most installed one. */
export const nodeTelegramBotApiClassic: Framework = {
  name: 'node-telegram-bot-api 0.x',
  language: 'JavaScript',
  copies: (addresses) => `// Right after the bot is made
const processUpdate = bot.processUpdate.bind(bot);
bot.processUpdate = (update) => {
${fetchUpdate(addresses, 'update')}
  processUpdate(update);
};`,
  root: ({ apiRoot }) => `const bot = new TelegramBot(process.env.BOT_TOKEN, {
  polling: true,
  baseApiUrl: '${apiRoot}',
});`,
  hook: ({ hookUrl }) => `// In place of your own address
await bot.setWebHook('${hookUrl}', {
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};
