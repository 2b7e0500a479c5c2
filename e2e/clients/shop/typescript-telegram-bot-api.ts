import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { FileOptions, TelegramBot } from 'typescript-telegram-bot-api';
import type { Update } from 'typescript-telegram-bot-api/dist/types/index.js';
import {
  buttonData,
  download,
  inlineResults,
  invoice,
  onStop,
  report,
  reportReady,
  saw,
  settings,
  words,
} from './script.ts';

const bot = new TelegramBot({ botToken: settings.token, baseURL: settings.apiRoot });

bot.on('message', async (message) => {
  saw({ message });
  const { text, from, photo, document, successful_payment } = message;
  const chat_id = message.chat.id;
  const fileId = photo?.at(-1)?.file_id ?? document?.file_id;
  if (successful_payment) await bot.sendMessage({ chat_id, text: words.paid(successful_payment.total_amount) });
  else if (fileId !== undefined) {
    const { file_path } = await bot.getFile({ file_id: fileId });
    await bot.sendMessage({ chat_id, text: words.received(await download(file_path)) });
  } else if (text === '/start') {
    const reply_markup = { inline_keyboard: [[{ text: words.buy, callback_data: buttonData }]] };
    await bot.sendMessage({ chat_id, text: words.welcome(from?.first_name ?? ''), reply_markup });
  } else if (text === '/file') {
    await bot.sendDocument({ chat_id, document: new FileOptions(report.content, { filename: report.name }) });
  } else if (text === '/invoice') {
    await bot.sendInvoice({ chat_id, ...invoice, prices: [{ label: 'Shoes', amount: 50 }], start_parameter: 'shoes' });
  } else if (text !== undefined) await bot.sendMessage({ chat_id, text: words.heard(text) });
});
bot.on('callback_query', async (query) => {
  saw({ callback_query: query });
  await bot.answerCallbackQuery({ callback_query_id: query.id, text: words.thanks });
  const { chat, message_id } = query.message ?? {};
  await bot.editMessageText({ chat_id: chat?.id ?? 0, message_id: message_id ?? 0, text: words.bought });
});
bot.on('inline_query', async (query) => {
  saw({ inline_query: query });
  await bot.answerInlineQuery({ inline_query_id: query.id, results: inlineResults(query.query) });
});
bot.on('pre_checkout_query', async (query) => {
  saw({ pre_checkout_query: query });
  await bot.answerPreCheckoutQuery({ pre_checkout_query_id: query.id, ok: true });
});

onStop(() => bot.stopPolling());
if (settings.mode === 'polling') {
  await bot.startPolling();
  reportReady();
} else {
  // It leaves the HTTP side of a webhook to its users.
  const server = createServer(async (request, response) => {
    const isGenuine = request.headers['x-telegram-bot-api-secret-token'] === settings.secret;
    const update = (await json(request)) as Update;
    if (isGenuine) await bot.processUpdate(update);
    response.writeHead(isGenuine ? 200 : 401).end();
  });
  server.listen(settings.port, '127.0.0.1', reportReady);
}
