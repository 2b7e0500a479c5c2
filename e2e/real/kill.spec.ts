import { until } from '../fixtures/server.ts';
import type { RunningBotscope } from './botscope.ts';
import { type Case, closeCases, expectOnce, forEachCase, startCases } from './cases.ts';
import { type ShopClient, shopClients } from './clients.ts';
import { readNumbers } from './numbers.ts';
import { expect, test } from './real-test.ts';

test.describe.configure({ timeout: 400_000 });

/** Expects the reports to have counted what the users wrote. */
async function expectCounted(botscope: RunningBotscope, { chatter, run }: Case): Promise<void> {
  const texts = chatter.said('anna').length + chatter.said('boris').length;
  expect(await readNumbers(botscope, run.key, ['messages_from_user', 'visitors'])).toMatchObject({
    messages_from_user: { text: texts },
    visitors: { visitors: 2 },
  });
}

test('kill -9 of the server: what was queued, and what was written meanwhile, arrives once', async ({ botscope }) => {
  const cases = [...(await startCases('polling', botscope)), ...(await startCases('webhook', botscope))];
  // Half of the webhooks are down as well: their updates lie in our journal when the blow comes.
  const isDown = ({ mode }: Case, index: number) => mode === 'webhook' && index % 2 === 0;
  const downCases = new Set(cases.filter(isDown));
  try {
    await forEachCase(cases, async ({ run, chatter }) => {
      chatter.says('anna');
      chatter.says('boris');
      await chatter.echoed();
      await until(async () => run.bot.pending === 0, 20_000);
    });
    await forEachCase([...downCases], async ({ run, chatter }) => {
      await run.process.stop('SIGKILL');
      for (const user of ['anna', 'anna', 'boris'] as const) chatter.says(user);
      await until(async () => run.bot.pending === 0, 20_000);
    });
    await botscope.server.stop('SIGKILL');
    await forEachCase(cases, async ({ chatter }) => {
      for (const user of ['boris', 'anna', 'boris'] as const) chatter.says(user);
    });
    await botscope.server.start();
    await forEachCase(cases, async (item) => {
      if (downCases.has(item)) await item.run.process.start();
      await item.chatter.echoed(180_000);
      item.chatter.says('anna');
      await item.chatter.echoed();
      expectOnce(item);
    });
    await botscope.server.settled();
    await forEachCase(cases, (item) => expectCounted(botscope, item));
  } finally {
    await closeCases(cases);
  }
});

/** What may hit the server, and how often bots of a mode may have an update twice afterwards. */
interface Blow {
  strike: () => Promise<void>;
  maxDoubles: Record<Case['mode'], number>;
}

/** Bots on three frameworks talk while one blow after the other happens. */
async function talkThrough(botscope: RunningBotscope, blows: readonly Blow[]) {
  const some = [shopClients.grammY, shopClients.puregram, shopClients['node-telegram-bot-api 0.67']];
  const isOne = (client: ShopClient) => some.includes(client);
  const cases = [...(await startCases('polling', botscope, isOne)), ...(await startCases('webhook', botscope, isOne))];
  try {
    for (const { strike, maxDoubles } of blows) {
      let isOver = false;
      const load = forEachCase(cases, async ({ chatter }) => {
        for (let round = 0; !isOver; round += 1) {
          chatter.says(round % 3 === 0 ? 'boris' : 'anna');
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await strike();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      isOver = true;
      await load;
      await forEachCase(cases, async ({ run, chatter, mode }) => {
        await chatter.handled(180_000);
        expect(run.process.isRunning).toBe(true);
        for (const user of ['anna', 'boris'] as const) {
          const handled = chatter.handledBy(user);
          expect([...new Set(handled)]).toEqual(chatter.said(user));
          expect(handled.length - chatter.said(user).length).toBeLessThanOrEqual(maxDoubles[mode]);
        }
      });
    }
    await botscope.server.settled();
    await forEachCase(cases, (item) => expectCounted(botscope, item));
  } finally {
    await closeCases(cases);
  }
}

test('kill -9 of the app process and of the server under load: every update comes to the bot, and is counted once', async ({
  botscope,
}) => {
  const { server } = botscope;
  await talkThrough(botscope, [
    { strike: server.killApp, maxDoubles: { webhook: 0, polling: 0 } },
    // The bot had it, and the answer to Telegram was on its way: one per chat may come again, as from Telegram itself.
    { strike: () => server.stop('SIGKILL').then(server.start), maxDoubles: { webhook: 1, polling: 0 } },
  ]);
});
