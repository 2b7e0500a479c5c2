import type { Framework } from './framework.ts';
import { copyCall, fetchUpdate } from './javascript.ts';

export const telegraf: Framework = {
  name: 'Telegraf',
  language: 'JavaScript',
  copies: (addresses) => `// Before your other handlers
bot.use((ctx, next) => {
${fetchUpdate(addresses, 'ctx.update')}
  return next();
});`,
  // Each update has a Telegram object of its own: only the class sees all calls.
  calls: (addresses) => `// import { Telegram } from 'telegraf';
${copyCall(addresses)}
const callApi = Telegram.prototype.callApi;
Telegram.prototype.callApi = async function (method, params, options) {
  let response;
  try {
    const result = await callApi.call(this, method, params, options);
    response = { ok: true, result };
    return result;
  } catch (error) {
    response = { ok: false, ...error.response };
    throw error;
  } finally {
    if (!/^get/i.test(method)) copyCall(method, params, response);
  }
};`,
  root: ({ apiRoot }) => `const bot = new Telegraf(process.env.BOT_TOKEN, {
  telegram: { apiRoot: '${apiRoot}' },
});`,
  hook: ({ hookUrl }) => `// In place of webhook: { domain } in bot.launch(), which would set your own address again
http.createServer(bot.webhookCallback('/telegraf', { secretToken: process.env.WEBHOOK_SECRET })).listen(3000);
await bot.telegram.setWebhook('${hookUrl}', {
  secret_token: process.env.WEBHOOK_SECRET,
});`,
};
