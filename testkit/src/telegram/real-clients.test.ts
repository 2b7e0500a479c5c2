import { Bot, InlineKeyboard, InputFile } from 'grammy';
import { Telegraf } from 'telegraf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startJourney } from '../journey.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from './server.ts';
import type { SimulatedBot } from './simulated-bot.ts';

let telegram: SimulatedTelegram;
let bot: SimulatedBot;

beforeEach(async () => {
  telegram = await startSimulatedTelegram();
  bot = telegram.addBot({ username: 'shop_bot', first_name: 'Shop' });
});
afterEach(() => telegram.stop());

/** Talks with either of the bots below; the same conversation must give the same calls. */
async function converse(): Promise<void> {
  const anna = telegram.user({ first_name: 'Anna', language_code: 'ru' });
  await vi.waitUntil(() => bot.isPolling, { timeout: 5_000 });

  const welcomed = bot.nextCall('sendMessage');
  anna.sends('/start promo');
  expect((await welcomed).params).toMatchObject({ chat_id: String(anna.user.id), text: 'Welcome promo' });

  const [answerCall, edited] = [bot.nextCall('answerCallbackQuery'), bot.nextCall('editMessageText')];
  anna.presses('buy');
  expect((await answerCall).params.text).toBe('Thanks');
  expect((await edited).answer).toMatchObject({ text: 'Bought by Anna', chat: { id: anna.user.id } });

  const uploaded = bot.nextCall('sendPhoto');
  anna.sends('/photo');
  const photo = await uploaded;
  expect(photo.status).toBe(200);
  expect(photo.files.map((file) => [file.name, file.bytes.toString()])).toEqual([
    ['привет.png', 'not really a picture'],
  ]);
  expect(photo.answer).toMatchObject({ caption: 'Shoes', photo: [{ width: 90 }, { width: 320 }, { width: 800 }] });

  const echoed = bot.nextCall('sendPhoto');
  anna.sendsPhoto();
  expect((await echoed).status).toBe(200);
  expect(bot.pending).toBeLessThanOrEqual(1);
}

test('an unmodified grammY bot polls, answers, edits and uploads', async () => {
  const grammy = new Bot(bot.token, { client: { apiRoot: telegram.url } });
  grammy.command('start', (ctx) =>
    ctx.reply(`Welcome ${ctx.match}`, { reply_markup: new InlineKeyboard().text('Buy', 'buy') }),
  );
  grammy.callbackQuery('buy', async (ctx) => {
    await ctx.answerCallbackQuery('Thanks');
    await ctx.editMessageText(`Bought by ${ctx.from.first_name}`);
  });
  grammy.command('photo', (ctx) =>
    ctx.replyWithPhoto(new InputFile(Buffer.from('not really a picture'), 'привет.png'), { caption: 'Shoes' }),
  );
  grammy.on('message:photo', (ctx) => ctx.replyWithPhoto(ctx.message.photo.at(-1)!.file_id));
  const pollLoop = grammy.start();
  await converse();
  await grammy.stop();
  await pollLoop;
  expect(bot.calls.slice(0, 3).map((call) => call.method)).toEqual(['getMe', 'deleteWebhook', 'getUpdates']);
});

test('an unmodified Telegraf bot does the same', async () => {
  const telegraf = new Telegraf(bot.token, { telegram: { apiRoot: telegram.url } });
  telegraf.start((ctx) =>
    ctx.reply(`Welcome ${ctx.payload}`, {
      reply_markup: { inline_keyboard: [[{ text: 'Buy', callback_data: 'buy' }]] },
    }),
  );
  telegraf.action('buy', async (ctx) => {
    await ctx.answerCbQuery('Thanks');
    await ctx.editMessageText(`Bought by ${ctx.from.first_name}`);
  });
  telegraf.command('photo', (ctx) =>
    ctx.replyWithPhoto({ source: Buffer.from('not really a picture'), filename: 'привет.png' }, { caption: 'Shoes' }),
  );
  telegraf.on('photo', (ctx) => ctx.replyWithPhoto(ctx.message.photo.at(-1)!.file_id));
  const pollLoop = telegraf.launch();
  await converse();
  telegraf.stop();
  await pollLoop;
});

test('a bot that polls receives a journey prepared beforehand', async () => {
  const journey = startJourney({ from: '2026-03-02T09:00:00Z', bot: 'shop_bot' });
  const anna = journey.user('Anna');
  anna.sends('/start promo');
  journey.after('20m');
  anna.presses('buy');
  anna.blocks();
  journey.playInto(bot);

  const receivedTexts: string[] = [];
  let stopping: Promise<void> | undefined;
  const grammy = new Bot(bot.token, { client: { apiRoot: telegram.url } });
  grammy.on('message:text', (ctx) => void receivedTexts.push(ctx.message.text));
  grammy.on('callback_query:data', (ctx) => void receivedTexts.push(ctx.callbackQuery.data));
  grammy.on('my_chat_member', async (ctx) => {
    receivedTexts.push(ctx.myChatMember.new_chat_member.status);
    await expect(ctx.api.sendMessage(ctx.chat.id, 'Come back')).rejects.toMatchObject({
      error_code: 403,
      description: 'Forbidden: bot was blocked by the user',
    });
    stopping = grammy.stop();
  });
  await grammy.start();
  await stopping;
  expect(receivedTexts).toEqual(['/start promo', 'buy', 'kicked']);
});
