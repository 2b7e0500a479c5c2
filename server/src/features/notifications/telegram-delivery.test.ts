import { startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { expect, test } from 'vitest';
import { createTelegramDispatcher } from '../../platform/outgoing/telegram-dispatcher.ts';
import { createTelegramClient } from '../../telegram/telegram-client.ts';
import { telegramDelivery } from './telegram-delivery.ts';

test('writes by the bot of the installation, and reports Telegram’s error', async () => {
  const telegram = await startSimulatedTelegram();
  const dispatcher = createTelegramDispatcher();
  const client = createTelegramClient(dispatcher);
  const bot = telegram.addBot({ username: 'login_bot' });
  const write = telegramDelivery(client, telegram.url, bot)!;

  await expect(write({ tid: 42, text: 'New sign-in' })).rejects.toMatchObject({
    message: expect.stringMatching(/^Telegram did not take the message: 40[03] /),
    isFinal: true,
  });
  expect(bot.calls.at(-1)).toMatchObject({
    method: 'sendMessage',
    params: { chat_id: '42', text: 'New sign-in', link_preview_options: { is_disabled: true } },
  });
  const ann = telegram.user({ first_name: 'Ann' });
  ann.sends('/start');
  await write({ tid: ann.user.id, text: 'New sign-in' });
  expect(bot.calls.at(-1)).toMatchObject({ status: 200 });
  expect(telegramDelivery(client, telegram.url, null)).toBeNull();
  await dispatcher.close();
  await telegram.stop();
});
