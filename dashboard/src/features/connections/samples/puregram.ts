import type { Framework } from './framework.ts';
import { copyCall, fetchUpdate } from './javascript.ts';

export const puregram: Framework = {
  name: 'puregram',
  language: 'JavaScript',
  copies: (addresses) => `// Right after the bot is made
const handleUpdate = telegram.updates.handleUpdate.bind(telegram.updates);
telegram.updates.handleUpdate = (update, ...rest) => {
${fetchUpdate(addresses, 'update')}
  return handleUpdate(update, ...rest);
};`,
  calls: (addresses) => `${copyCall(addresses)}
telegram.onResponseIntercept((context) => {
  const { path: method, params, json: response } = context;
  if (!/^get/i.test(method)) copyCall(method, params, response);
  return context;
});`,
  root: ({ apiRoot }) => `const telegram = Telegram.fromToken(process.env.BOT_TOKEN, {
  apiBaseUrl: '${apiRoot}/bot',
});`,
  hook: ({ hookUrl }) => `// In place of your own address
await telegram.api.setWebhook({
  url: '${hookUrl}',
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};
