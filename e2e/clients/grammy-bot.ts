import { Bot, InlineKeyboard } from 'grammy';

const { BOT_TOKEN = '', TELEGRAM_API_ROOT = '', BOTSCOPE_URL = '', BOTSCOPE_API_KEY = '' } = process.env;

const bot = new Bot(BOT_TOKEN, { client: { apiRoot: TELEGRAM_API_ROOT } });

bot.use(async (ctx, next) => {
  const headers = { 'Api-Key': BOTSCOPE_API_KEY, 'Content-Type': 'application/json' };
  await fetch(`${BOTSCOPE_URL}/v1/send-update`, { method: 'POST', headers, body: JSON.stringify(ctx.update) });
  await next();
});

bot.command('start', (ctx) => ctx.reply('Welcome', { reply_markup: new InlineKeyboard().text('Buy', 'buy') }));
bot.callbackQuery('buy', (ctx) => ctx.answerCallbackQuery('Bought'));
bot.on('message', (ctx) => ctx.reply('I heard you'));

process.once('SIGTERM', () => void bot.stop());
await bot.start({
  onStart: () => console.log('ready'),
  allowed_updates: ['message', 'callback_query', 'my_chat_member'],
});
