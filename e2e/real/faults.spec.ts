import { until } from '../fixtures/server.ts';
import { type Case, expectOnce, forEachClient } from './cases.ts';
import { failedCalls, startDirectTwin, telegramFaults, webhookFaults } from './faults.ts';
import { readErrors } from './numbers.ts';
import { expect, test } from './real-test.ts';

test.describe.configure({ timeout: 300_000 });

/** It gets what it missed, once and in order. */
async function killAndRestart({ run, chatter }: Case): Promise<void> {
  // A polling bot confirms what it got with its next poll.
  await expect.poll(() => run.bot.pending).toBe(0);
  await run.process.stop('SIGKILL');
  for (const user of ['boris', 'anna', 'boris'] as const) chatter.says(user);
  await run.process.start();
  await chatter.echoed();
  chatter.says('anna');
  await chatter.echoed();
}

test('polling goes on through every fault of Telegram and a kill of the bot, and nothing is lost or doubled', async ({
  botscope,
}) => {
  await forEachClient('polling', botscope, async (item) => {
    for (const outcome of Object.values(telegramFaults)) {
      item.run.bot.script({ method: 'getUpdates', outcome });
      item.chatter.says('anna');
      item.chatter.says('boris');
      await item.chatter.echoed();
    }
    await killAndRestart(item);
    expectOnce(item);
  });
});

test('a bot’s calls fail through us as they fail without us', async ({ botscope }) => {
  await forEachClient('polling', botscope, async (proxiedCase) => {
    const direct = await startDirectTwin(proxiedCase);
    try {
      const [withUs, withoutUs] = await Promise.all([failedCalls(proxiedCase), failedCalls(direct)]);
      expect(withUs).toEqual(withoutUs);
      const errorEntry = { kind: 'call', method: 'sendMessage', reason: 'Refused' };
      await expect
        .poll(() => readErrors(botscope, proxiedCase.run.key), { timeout: 20_000 })
        .toEqual(
          expect.arrayContaining([403, 429, 500].map((code) => expect.objectContaining({ ...errorEntry, code }))),
        );
    } finally {
      await direct.run.close();
    }
  });
});

test('a webhook that fails or whose bot is killed gets its updates again, and Telegram never hears of it', async ({
  botscope,
}) => {
  await forEachClient('webhook', botscope, async (item) => {
    for (const fault of Object.values(webhookFaults)) {
      item.run.hook.fault(/./, fault);
      item.chatter.says('anna');
      item.chatter.says('boris');
      await item.chatter.echoed();
    }
    await killAndRestart(item);
    await until(async () => item.run.bot.pending === 0, 20_000);
    expect(item.run.delivery.exchanges.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(item.run.bot.lastDeliveryError).toBeUndefined();
    expectOnce(item);
  });
});
