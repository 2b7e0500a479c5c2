import { run } from '@grammyjs/runner';
import { createGrammyBot } from './grammy-handlers.ts';
import { onStop, reportReady } from './script.ts';

const bot = createGrammyBot();
await bot.init();
const runner = run(bot);
onStop(() => runner.stop());
reportReady();
