import type { Framework } from './framework.ts';
import { fetchCall, fetchUpdate } from './javascript.ts';

export const grammy: Framework = {
  name: 'grammY',
  language: 'JavaScript',
  copies: (addresses) => `// Before your other handlers
bot.use(async (ctx, next) => {
${fetchUpdate(addresses, 'ctx.update')}
  await next();
});`,
  calls: (addresses) => `bot.api.config.use(async (call, method, params, signal) => {
  const response = await call(method, params, signal);
  if (/^get/i.test(method)) return response;
${fetchCall(addresses)}
  return response;
});`,
  root: ({ apiRoot }) => `const bot = new Bot(process.env.BOT_TOKEN, {
  client: { apiRoot: '${apiRoot}' },
});`,
  hook: ({ hookUrl }) => `// In place of your own address
await bot.api.setWebhook('${hookUrl}', {
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};
