import type { Framework } from './framework.ts';
import { fetchUpdate } from './javascript.ts';

export const typescriptTelegramBotApi: Framework = {
  name: 'typescript-telegram-bot-api',
  language: 'JavaScript',
  copies: (addresses) => `// Right after the bot is made, for polling
const getUpdates = bot.getUpdates.bind(bot);
bot.getUpdates = async (...args) => {
  const updates = await getUpdates(...args);
  for (const update of updates) {
${fetchUpdate(addresses, 'update', '    ')}
  }
  return updates;
};`,
  root: ({ apiRoot }) => `const bot = new TelegramBot({
  botToken: process.env.BOT_TOKEN,
  baseURL: '${apiRoot}',
});`,
  hook: ({ hookUrl }) => `// In place of your own address
await bot.setWebhook({
  url: '${hookUrl}',
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};
