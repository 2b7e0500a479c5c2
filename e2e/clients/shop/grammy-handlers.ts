import { Bot, InlineKeyboard, InputFile } from 'grammy';
import { buttonData, download, inlineResults, invoice, report, saw, settings, words } from './script.ts';

/** Calls that a webhook's answer can carry, because their result is not needed. */
const inReply = ['answerCallbackQuery', 'answerInlineQuery', 'answerPreCheckoutQuery', 'sendMessage'];

/** The bot that both grammY programs run. */
export function createGrammyBot(): Bot {
  const bot = new Bot(settings.token, {
    client: { apiRoot: settings.apiRoot, canUseWebhookReply: (method) => inReply.includes(method) },
  });
  bot.use((ctx, next) => {
    saw(ctx.update);
    return next();
  });
  bot.catch(({ error }) => console.error(error));

  bot.command('start', (ctx) =>
    ctx.reply(words.welcome(ctx.from?.first_name ?? ''), {
      reply_markup: new InlineKeyboard().text(words.buy, buttonData),
    }),
  );
  bot.command('file', (ctx) => ctx.replyWithDocument(new InputFile(report.content, report.name)));
  bot.command('invoice', (ctx) => {
    const { title, description, payload, currency, prices } = invoice;
    return ctx.replyWithInvoice(title, description, payload, currency, prices);
  });
  bot.callbackQuery(buttonData, async (ctx) => {
    await ctx.answerCallbackQuery(words.thanks);
    await ctx.editMessageText(words.bought);
  });
  bot.on('inline_query', (ctx) => ctx.answerInlineQuery(inlineResults(ctx.inlineQuery.query)));
  bot.on('pre_checkout_query', (ctx) => ctx.answerPreCheckoutQuery(true));
  bot.on('message:successful_payment', (ctx) => ctx.reply(words.paid(ctx.message.successful_payment.total_amount)));
  bot.on(['message:photo', 'message:document'], async (ctx) => {
    const file = await ctx.getFile();
    return ctx.reply(words.received(await download(file.file_path)));
  });
  bot.on('message:text', (ctx) => ctx.reply(words.heard(ctx.message.text)));
  return bot;
}
