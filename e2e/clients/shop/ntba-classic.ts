import { buffer } from 'node:stream/consumers';
import TelegramBot from 'ntba-classic';
import { buttonData, inlineResults, invoice, onStop, report, reportReady, saw, settings, words } from './script.ts';

const isPolling = settings.mode === 'polling';
const source = isPolling ? { polling: true } : { webHook: { port: settings.port, host: '127.0.0.1' } };
const bot = new TelegramBot(settings.token, { baseApiUrl: settings.apiRoot, ...source });
const handle = bot.processUpdate.bind(bot);
bot.processUpdate = (update) => {
  saw(update);
  handle(update);
};
bot.on('polling_error', (error) => console.error(error.message));

bot.on('message', async (message) => {
  const { chat, from, text, photo, document, successful_payment } = message;
  const fileId = photo?.at(-1)?.file_id ?? document?.file_id;
  if (successful_payment) await bot.sendMessage(chat.id, words.paid(successful_payment.total_amount));
  else if (fileId !== undefined) {
    await bot.sendMessage(chat.id, words.received(await buffer(bot.getFileStream(fileId))));
  } else if (text === '/start') {
    await bot.sendMessage(chat.id, words.welcome(from.first_name), {
      reply_markup: { inline_keyboard: [[{ text: words.buy, callback_data: buttonData }]] },
    });
  } else if (text === '/file') {
    await bot.sendDocument(chat.id, report.content, {}, { filename: report.name, contentType: 'text/plain' });
  } else if (text === '/invoice') {
    const { title, description, payload, currency, prices } = invoice;
    await bot.sendInvoice(chat.id, title, description, payload, '', currency, prices);
  } else if (text !== undefined) await bot.sendMessage(chat.id, words.heard(text));
});
bot.on('callback_query', async ({ id, message }) => {
  await bot.answerCallbackQuery(id, { text: words.thanks });
  await bot.editMessageText(words.bought, { chat_id: message.chat.id, message_id: message.message_id });
});
bot.on('inline_query', ({ id, query }) => bot.answerInlineQuery(id, inlineResults(query)));
bot.on('pre_checkout_query', ({ id }) => bot.answerPreCheckoutQuery(id, true));

onStop(() => (isPolling ? bot.stopPolling() : bot.closeWebHook()));
// It does not signal when its webhook listens, which takes it no longer than this.
setTimeout(reportReady, 100);
