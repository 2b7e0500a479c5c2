import { createRandom } from '@botscope/server/simulation/random.ts';
import { expect, test } from '@playwright/test';
import { until } from '../fixtures/server.ts';
import { connectBotscope, startTelegramTap } from '../real/botscope.ts';
import { type Case, closeCases, forEachCase, startCases } from '../real/cases.ts';
import { readNumbers } from '../real/numbers.ts';
import { startCluster } from './cluster.ts';
import { type FaultName, faults } from './faults.ts';
import { startProcesses } from './run.ts';

const talkMs = 150;

/** Faults that end a process between the bot's answer and Telegram: one update per chat may come again after each. */
const kills: FaultName[] = ['an ingest process is killed', 'the app process of an ingest process is killed'];
const otherFaults: FaultName[] = [
  'connections to PostgreSQL are cut',
  'PostgreSQL is silent for one process',
  'ClickHouse is away',
  'PostgreSQL is restarted',
  'an ingest process is replaced',
];

test('bots on published frameworks live through faults of an installation of several processes', async () => {
  const telegram = await startTelegramTap();
  const cluster = await startCluster({ TELEGRAM_API_ROOT: telegram.telegramTap.url });
  const cases: Case[] = [];
  try {
    await startProcesses(cluster);
    const botscope = await connectBotscope(cluster, telegram);
    for (const mode of ['polling', 'webhook'] as const) cases.push(...(await startCases(mode, botscope)));
    const random = createRandom('frameworks');
    let isOver = false;
    const talking = forEachCase(cases, async ({ chatter }) => {
      for (let round = 0; !isOver; round += 1) {
        chatter.says(round % 3 === 0 ? 'boris' : 'anna');
        await new Promise((resolve) => setTimeout(resolve, talkMs));
      }
    });
    for (const name of [...kills, ...otherFaults, ...kills]) await faults[name](cluster, { bots: [] }, random);
    isOver = true;
    await talking;
    await forEachCase(cases, async ({ run, chatter, mode }) => {
      await chatter.handled(180_000);
      expect(run.process.isRunning).toBe(true);
      for (const user of ['anna', 'boris'] as const) {
        const handled = chatter.handledBy(user);
        expect(handled.filter((text, index) => text !== handled[index - 1])).toEqual(chatter.said(user));
        const maxDoubles = mode === 'polling' ? 0 : 2 * kills.length;
        expect(handled.length - chatter.said(user).length).toBeLessThanOrEqual(maxDoubles);
      }
    });
    await until(cluster.isSettled, 120_000);
    await forEachCase(cases, async ({ run, chatter }) => {
      const texts = chatter.said('anna').length + chatter.said('boris').length;
      expect(await readNumbers(botscope, run.key, ['messages_from_user', 'visitors'])).toMatchObject({
        messages_from_user: { text: texts },
        visitors: { visitors: 2 },
      });
    });
    await botscope.close();
  } finally {
    await closeCases(cases);
    await cluster.remove();
    await telegram.telegramTap.close();
  }
});
