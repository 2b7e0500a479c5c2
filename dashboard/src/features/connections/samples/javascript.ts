import type { Addresses, Framework } from './framework.ts';

/** Options of the request that brings one item to us; `item` is the source text of the object. */
const request = (item: string, indent: string): string =>
  `{
${indent}  method: 'POST',
${indent}  headers: { 'Api-Key': process.env.BOTSCOPE_API_KEY, 'Content-Type': 'application/json' },
${indent}  body: JSON.stringify([${item}]),
${indent}}`;

/** Source text that sends a copy of an update and does not wait for it. */
const fetchUpdate = ({ origin }: Addresses, update: string, indent = '  '): string =>
  `${indent}fetch('${origin}/v1/send-batch-update', ${request(
    `{ date: new Date().toISOString(), update${update === 'update' ? '' : `: ${update}`} }`,
    indent,
  )}).catch(console.error);`;

/** Source text that sends a copy of a call with its answer; the names `method`, `params`, `response` are in its reach. */
const fetchCall = ({ origin }: Addresses, indent = '  '): string =>
  `${indent}fetch('${origin}/v1/send-batch-call', ${request(
    '{ date: new Date().toISOString(), method, params, response }',
    indent,
  )}).catch(console.error);`;

/**
 * Source text of `copyCall(method, params, response)`: the same for frameworks whose parameters still hold the files that they
 * have sent. A file goes by its name and size: as JSON, a photo is megabytes of numbers. It never throws.
 */
const copyCall = ({ origin }: Addresses): string =>
  `// Files are named, not copied
const describeFiles = (value) => {
  if (typeof value === 'string') return value.length > 65536 ? \`\${value.length} characters\` : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(describeFiles);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return \`\${value.byteLength} bytes\`;
  if (value instanceof Blob) return { name: value.name, size: value.size };
  if (value.pipe || value.getReader || value[Symbol.asyncIterator]) return { name: String(value.path ?? '') };
  if (value.toJSON) return describeFiles(value.toJSON());
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, describeFiles(part)]));
};
const sendCopy = async (method, params, response) =>
  fetch('${origin}/v1/send-batch-call', ${request(
    '{ date: new Date().toISOString(), method, params: describeFiles(params), response }',
    '  ',
  )});
const copyCall = (...call) => void sendCopy(...call).catch(console.error);
`;

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
