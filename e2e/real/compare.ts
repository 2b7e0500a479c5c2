import { expect } from '@playwright/test';
import { until } from '../fixtures/server.ts';
import type { RunningBotscope } from './botscope.ts';
import type { HttpTap } from './http-tap.ts';
import { readNumbers } from './numbers.ts';
import { type RunOptions, startShopRun, uniqueName } from './shop-run.ts';
import { runShopScenario } from './shop-scenario.ts';
import { buildTranscript, type Transcript } from './transcript.ts';

/** The scenario's users as the reports must count them; see shop-scenario.ts. */
const numbers = {
  new_users: { new: 2 },
  left_users: { left: 1 },
  return_users: { returned: 1 },
  messages_from_user: {
    // Twice /start, /file and /invoice.
    command: 4,
    button: 1,
    text: 2,
    photo: 1,
    document: 1,
    inline: 1,
    // The checkout and the payment.
    payment: 2,
    // The bot never saw it.
    reaction: 1,
  },
};

async function runOnce(options: RunOptions): Promise<{ transcript: Transcript; key: string }> {
  const run = await startShopRun(options);
  try {
    await runShopScenario(run.telegram, run.bot);
    // Telegram has the last call before the bot has its answer; only a waiting getUpdates has no answer to come.
    const isAnswered = ({ exchanges }: HttpTap) =>
      exchanges.every(({ end, path }) => end !== 'open' || /getupdates/i.test(path));
    await until(async () => [run.api, run.hook, run.delivery].every(isAnswered), 10_000);
    await run.process.stop('SIGKILL');
    return { transcript: buildTranscript(run, options.botscope), key: run.key };
  } catch (error) {
    throw new Error(`${error}\nThe bot said:\n${run.process.output}`, { cause: error });
  } finally {
    await run.close();
  }
}

/** Runs the scenario twice with the same bot, users and numbers: without Botscope and through it. */
export async function expectSame(
  options: Omit<RunOptions, 'name'> & { botscope: RunningBotscope },
  title: string,
): Promise<void> {
  const { client, mode, botscope, connection } = options;
  const name = uniqueName(title);
  const direct = await runOnce({ client, mode, name });
  const proxiedRun = await runOnce({ ...options, name });
  expect(proxiedRun.transcript).toEqual(direct.transcript);
  await botscope.server.settled();
  const { reaction, ...requested } = numbers.messages_from_user;
  // If the bot or its owner sets which updates Telegram sends, we get no more than the bot.
  const messages_from_user = mode === 'webhook' && connection === 'manual' ? requested : { ...requested, reaction };
  expect(await readNumbers(botscope, proxiedRun.key)).toEqual({ ...numbers, messages_from_user });
}
