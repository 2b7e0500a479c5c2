import type { Framework } from './framework.ts';
import { fetchCall, fetchUpdate } from './javascript.ts';

export const gramio: Framework = {
  name: 'GramIO',
  language: 'JavaScript',
  copies: (addresses) => `// Before your other handlers
bot.use((context, next) => {
${fetchUpdate(addresses, 'context.update')}
  return next();
});`,
  calls: (addresses) => `const sendCall = ({ method, params }, response) => {
  if (/^get/i.test(method)) return;
${fetchCall(addresses)}
};
bot.onResponse((call) => sendCall(call, { ok: true, result: call.response }));
bot.onResponseError((error) =>
  sendCall(error, { ok: false, error_code: error.code, description: error.message }),
);`,
  root: ({ apiRoot }) => `const bot = new Bot(process.env.BOT_TOKEN, {
  api: { baseURL: '${apiRoot}/bot' },
});`,
  hook: ({ hookUrl }) => `// In place of your own address
await bot.api.setWebhook({
  url: '${hookUrl}',
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};
