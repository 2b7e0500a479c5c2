import { test as base } from '@playwright/test';
import { type RunningBotscope, startBotscope } from './botscope.ts';

/** Tests of real bots need no browser: one server per worker, and a Telegram of its own for each bot. */
export const test = base.extend<object, { botscope: RunningBotscope }>({
  botscope: [
    async ({ browserName: _ }, use) => {
      const botscope = await startBotscope();
      await use(botscope);
      await botscope.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

export { expect } from '@playwright/test';
