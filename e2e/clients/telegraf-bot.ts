import { Markup, Telegraf } from 'telegraf';

const { BOT_TOKEN = '', TELEGRAM_API_ROOT = '', BOTSCOPE_URL = '', BOTSCOPE_API_KEY = '' } = process.env;

const bot = new Telegraf(BOT_TOKEN, { telegram: { apiRoot: TELEGRAM_API_ROOT } });

bot.use(async (ctx, next) => {
  const headers = { 'Api-Key': BOTSCOPE_API_KEY, 'Content-Type': 'application/json' };
  const body = JSON.stringify([{ date: new Date().toISOString(), update: ctx.update }]);
  await fetch(`${BOTSCOPE_URL}/v1/send-batch-update`, { method: 'POST', headers, body });
  await next();
});

bot.start((ctx) => ctx.reply('Welcome', Markup.inlineKeyboard([Markup.button.callback('Buy', 'buy')])));
bot.action('buy', (ctx) => ctx.answerCbQuery('Bought'));
bot.on('message', (ctx) => ctx.reply('I heard you'));

process.once('SIGTERM', () => bot.stop());
await bot.launch({ allowedUpdates: ['message', 'callback_query', 'my_chat_member'] }, () => console.log('ready'));
