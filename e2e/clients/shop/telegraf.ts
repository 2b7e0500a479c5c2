import { createServer } from 'node:http';
import { Markup, Telegraf } from 'telegraf';
import { message } from 'telegraf/filters';
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

const bot = new Telegraf(settings.token, { telegram: { apiRoot: settings.apiRoot } });
bot.catch((error) => console.error(error));
bot.use((ctx, next) => {
  saw(ctx.update);
  return next();
});

bot.start((ctx) =>
  ctx.reply(words.welcome(ctx.from.first_name), Markup.inlineKeyboard([Markup.button.callback(words.buy, buttonData)])),
);
bot.command('file', (ctx) => ctx.replyWithDocument({ source: report.content, filename: report.name }));
// Its types still ask for a provider's token, which invoices in Stars do not have.
bot.command('invoice', (ctx) => ctx.replyWithInvoice({ ...invoice, provider_token: '' }));
bot.action(buttonData, async (ctx) => {
  await ctx.answerCbQuery(words.thanks);
  await ctx.editMessageText(words.bought);
});
bot.on('inline_query', (ctx) => ctx.answerInlineQuery(inlineResults(ctx.inlineQuery.query)));
bot.on('pre_checkout_query', (ctx) => ctx.answerPreCheckoutQuery(true));
bot.on(message('successful_payment'), (ctx) => ctx.reply(words.paid(ctx.message.successful_payment.total_amount)));

async function receive(fileId: string): Promise<string> {
  const { file_path } = await bot.telegram.getFile(fileId);
  return words.received(await download(file_path));
}
bot.on(message('photo'), async (ctx) => ctx.reply(await receive(ctx.message.photo.at(-1)?.file_id ?? '')));
bot.on(message('document'), async (ctx) => ctx.reply(await receive(ctx.message.document.file_id)));
bot.on(message('text'), (ctx) => ctx.reply(words.heard(ctx.message.text)));

if (settings.mode === 'polling') {
  onStop(() => bot.stop());
  await bot.launch(reportReady);
} else {
  bot.botInfo = await bot.telegram.getMe();
  const server = createServer(bot.webhookCallback(hookPath, { secretToken: settings.secret }));
  onStop(() => server.close());
  server.listen(settings.port, '127.0.0.1', reportReady);
}
