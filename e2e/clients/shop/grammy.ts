import { createServer } from 'node:http';
import { webhookCallback } from 'grammy';
import { createGrammyBot } from './grammy-handlers.ts';
import { onStop, reportReady, settings } from './script.ts';

const bot = createGrammyBot();
if (settings.mode === 'polling') {
  onStop(() => bot.stop());
  await bot.start({ onStart: reportReady });
} else {
  const server = createServer(webhookCallback(bot, 'http', { secretToken: settings.secret }));
  onStop(() => server.close());
  server.listen(settings.port, '127.0.0.1', reportReady);
}
