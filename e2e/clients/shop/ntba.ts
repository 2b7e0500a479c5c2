import { Bot, InputFile } from 'ntba';
import { createWebhookServer } from 'ntba/node';
import {
  buttonData,
  download,
  hookPath,
  inlineResults,
  invoice,
  onStop,
  report,
  reportReady,
  saw,
  settings,
  words,
} from './script.ts';

const bot = new Bot(settings.token, { apiRoot: settings.apiRoot });
const { api } = bot;
bot.use((ctx, next) => {
  saw(ctx.update);
  return next();
});

bot.command('start', (ctx) =>
  ctx.reply(words.welcome(ctx.from?.first_name ?? ''), {
    reply_markup: { inline_keyboard: [[{ text: words.buy, callback_data: buttonData }]] },
  }),
);
bot.command('file', (ctx) =>
  api.sendDocument({
    chat_id: ctx.chatId ?? 0,
    document: new InputFile(report.content, { filename: report.name }),
  }),
);
bot.command('invoice', (ctx) => api.sendInvoice({ chat_id: ctx.chatId ?? 0, ...invoice }));
bot.on('callback_query', async (ctx) => {
  await ctx.answerCallbackQuery({ text: words.thanks });
  const message = ctx.callbackQuery?.message;
  await api.editMessageText({ chat_id: message?.chat.id, message_id: message?.message_id, text: words.bought });
});
bot.on('inline_query', (ctx) => {
  const { id, query } = ctx.inlineQuery ?? { id: '', query: '' };
  return api.answerInlineQuery({ inline_query_id: id, results: inlineResults(query) });
});
bot.on('pre_checkout_query', (ctx) => {
  const id = 'pre_checkout_query' in ctx.update ? ctx.update.pre_checkout_query.id : '';
  return api.answerPreCheckoutQuery({ pre_checkout_query_id: id, ok: true });
});
bot.on('message', async (ctx) => {
  const { successful_payment, photo, document, text } = ctx.message ?? {};
  if (successful_payment) return ctx.reply(words.paid(successful_payment.total_amount));
  const fileId = photo?.at(-1)?.file_id ?? document?.file_id;
  if (fileId !== undefined) {
    const { file_path } = await api.getFile({ file_id: fileId });
    return ctx.reply(words.received(await download(file_path)));
  }
  if (text !== undefined) return ctx.reply(words.heard(text));
});

if (settings.mode === 'polling') {
  onStop(() => bot.stop());
  reportReady();
  await bot.startPolling();
} else {
  const server = createWebhookServer(bot, { path: hookPath, secretToken: settings.secret });
  onStop(() => server.close());
  server.listen(settings.port, '127.0.0.1', reportReady);
}
