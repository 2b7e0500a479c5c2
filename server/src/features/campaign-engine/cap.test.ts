import { setTimeout as wait } from 'node:timers/promises';
import { startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createMessageJobs } from '../campaigns/sent/message-jobs.ts';
import { createCampaignSender } from './run-campaigns.ts';
import { insertBot, insertCampaign, loadStatus, senderDeps } from './test-campaigns.ts';

const metadata = testMetadata();
const cap = 30;

/** The most that arrived within any second. */
const maxWithinSecond = (moments: readonly number[]): number =>
  Math.max(...moments.map((end, index) => index + 1 - moments.findIndex((moment) => moment > end - 1_000)));

it('Telegram gets no more than the cap within any second, of campaigns and jobs that follow each other, when calls are late', async () => {
  const telegram = await startSimulatedTelegram({ seed: 'cap' });
  const { db } = metadata();
  const key = 'cap0000000001';
  await insertBot(db, key);
  const bot = telegram.addBot({ username: 'cap_bot' });
  const ids = Array.from({ length: 100 }, (_, index) => {
    const user = telegram.user({ first_name: `P${index}`, bot });
    user.sends('/start');
    return user.id;
  }).toSorted((one, other) => one - other);
  const arrived: number[] = [];
  const deps = senderDeps({ db, apiRoot: telegram.url, token: bot.token, audience: () => ids, maxSpeed: cap });
  let calls = 0;
  const sender = createCampaignSender({
    ...deps,
    async call(...args) {
      calls += 1;
      // The network holds up two of three calls, by up to 300 ms.
      if (calls > 10 && calls % 3 !== 0) await wait((calls * 37) % 300);
      arrived.push(performance.now());
      return deps.call(...args);
    },
  });
  const work = sender.start();
  try {
    const end = (id: number) =>
      expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 30_000 }).toBe('Done');
    const sendingOptions = { speed: cap, interval_cap: cap };
    const first = await insertCampaign(db, key, { sending: sendingOptions });
    sender.wake(key);
    await end(first);
    const second = await insertCampaign(db, key, { sending: sendingOptions });
    sender.wake(key);
    await end(second);
    await createMessageJobs(db).begin({ bot: key, campaignId: first }, 'delete', 'ann');
    sender.wake(key);
    const countDeletions = () => bot.calls.filter(({ method }) => method === 'deleteMessage').length;
    await expect.poll(countDeletions, { timeout: 30_000 }).toBe(100);
  } finally {
    await work.close();
    await telegram.stop();
  }
  expect(arrived).toHaveLength(300);
  expect(bot.calls.map(({ status }) => status)).toEqual(Array.from({ length: 300 }, () => 200));
  expect(maxWithinSecond(arrived)).toBeLessThanOrEqual(cap);
}, 90_000);
