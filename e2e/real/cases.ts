import { expect } from '@playwright/test';
import type { ConnectedBotscope } from './botscope.ts';
import { type Chatter, startChatter } from './chatter.ts';
import { type Mode, type ShopClient, shopClients } from './clients.ts';
import { type ShopRun, startShopRun, uniqueName } from './shop-run.ts';

/** One bot in a test of many: idle bots cost nothing, so all clients go through a test side by side. */
export interface Case {
  name: string;
  mode: Mode;
  run: ShopRun;
  chatter: Chatter;
}

/** Starts a bot of each client that has the mode. */
export async function startCases(
  mode: Mode,
  botscope: ConnectedBotscope,
  fits: (client: ShopClient) => boolean = () => true,
): Promise<Case[]> {
  const clients = Object.entries(shopClients).filter(([, client]) => client.modes.includes(mode) && fits(client));
  const startResults = await Promise.allSettled(
    clients.map(async ([name, client]): Promise<Case> => {
      const run = await startShopRun({ client, mode, name: uniqueName(`${name} ${mode}`), botscope });
      return { name, mode, run, chatter: startChatter(run) };
    }),
  );
  const cases = startResults.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : []));
  const failure = startResults.find((item) => item.status === 'rejected');
  if (!failure) return cases;
  await closeCases(cases);
  throw failure.reason;
}

/** Runs a story with each case at once. The message of a failure names the clients. */
export async function forEachCase(cases: readonly Case[], scenario: (item: Case) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(cases.map(scenario));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected'
      ? [`${cases[index]?.name}, ${cases[index]?.mode}: ${result.reason?.stack ?? result.reason}`]
      : [],
  );
  expect(failures.join('\n\n')).toBe('');
}

export async function closeCases(cases: readonly Case[]): Promise<void> {
  await Promise.all(
    cases.map(async ({ run }) => {
      await run.process.stop('SIGKILL');
      await run.close();
    }),
  );
}

/** A scenario run with a bot of each client at once. */
export async function forEachClient(
  mode: Mode,
  botscope: ConnectedBotscope,
  scenario: (item: Case) => Promise<void>,
): Promise<void> {
  const cases = await startCases(mode, botscope);
  try {
    await forEachCase(cases, scenario);
  } finally {
    await closeCases(cases);
  }
}

/** Every text came to the bot once and in order, its answer to the user once; the bot is alive. */
export function expectOnce({ chatter, run }: Case): void {
  expect(run.process.isRunning).toBe(true);
  for (const user of ['anna', 'boris'] as const) {
    expect(chatter.handledBy(user)).toEqual(chatter.said(user));
    // Some clients handle the next update before their answer to the last one has left (puregram; 1 of 20 runs here).
    expect([...chatter.echoes(user)].sort()).toEqual([...chatter.said(user)].sort());
  }
}
