import { createServer } from 'node:http';
import { Bot, InlineKeyboard, MediaUpload, webhookHandler } from 'gramio';
import { buttonData, inlineResults, invoice, onStop, report, reportReady, saw, settings, words } from './script.ts';

const bot = new Bot(settings.token, { api: { baseURL: `${settings.apiRoot}/bot` } })
  .use((context, next) => {
    saw(context.update);
    return next();
  })
  .command('start', (context) =>
    context.send(words.welcome(context.from?.firstName ?? ''), {
      reply_markup: new InlineKeyboard().text(words.buy, buttonData),
    }),
  )
  .command('file', (context) => context.sendDocument(MediaUpload.buffer(report.content, report.name)))
  .command('invoice', (context) => context.sendInvoice(invoice))
  .callbackQuery(buttonData, async (context) => {
    await context.answer(words.thanks);
    await context.editText(words.bought);
  })
  .on('inline_query', (context) => context.answer(inlineResults(context.query)))
  .on('pre_checkout_query', (context) => context.answer({ ok: true }))
  .on('successful_payment', (context) => context.send(words.paid(context.eventPayment.totalAmount)))
  .on('message', async (context): Promise<unknown> => {
    if (context.photo || context.document) {
      const file = context.photo?.at(-1)?.fileId ?? context.document?.fileId ?? '';
      return context.send(words.received(new Uint8Array(await bot.downloadFile(file))));
    }
    if (context.text !== undefined) return context.send(words.heard(context.text));
  })
  .onError(({ error }) => console.error(error))
  .onStart(reportReady);

onStop(() => bot.stop());
if (settings.mode === 'polling') await bot.start();
else {
  await bot.init();
  createServer(webhookHandler(bot, 'http', settings.secret)).listen(settings.port, '127.0.0.1', reportReady);
}
