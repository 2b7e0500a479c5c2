import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../fixtures/server.ts';
import { type FailureName, getFailure } from './failures.ts';
import { type Installation, startInstallation } from './installation.ts';
import { automationParty } from './parties/automation.ts';
import { botParties } from './parties/bots.ts';
import { campaignParty } from './parties/campaign.ts';
import { colleagueParty } from './parties/colleague.ts';
import { reportPageParty } from './parties/report-page.ts';
import type { Party, StartParty } from './party.ts';

/** Everyone who is on an installation. A new feature adds a party. */
const allParties: readonly StartParty[] = [
  ...botParties,
  campaignParty,
  automationParty,
  colleagueParty,
  reportPageParty,
];

const stepMs = 100;
/** The least that a failure lasts, ms. */
const shortestMs = 1_500;
/** A page waits for 20 s, and a call to Telegram for 30 s. */
const seenMs = 90_000;
const settledMs = 120_000;

/** All parties live through one failure after another, on one installation. */
export async function liveThrough(names: readonly FailureName[], starts = allParties): Promise<void> {
  const installation = await startInstallation();
  const parties: Party[] = [];
  try {
    for (const start of starts) parties.push(await start(installation));
    for (const name of names) {
      const startedAt = performance.now();
      await meet(installation, parties, name).catch((error: unknown) => {
        throw new Error(`${name}: ${error}\n${installation.product.log.slice(-6_000)}`, { cause: error });
      });
      console.log(`  ${name}: ${Math.round(performance.now() - startedAt)} ms`);
    }
  } finally {
    await Promise.all(parties.map((party) => party.close()));
    await installation.remove();
  }
}

async function meet(installation: Installation, parties: readonly Party[], name: FailureName): Promise<void> {
  const failure = getFailure(name);
  for (const party of parties) await party.begin(name);
  await actDuring(parties, async () => {
    await failure.begin(installation);
    await wait(shortestMs);
    await until(async () => parties.every((party) => party.hasSeen(name)), seenMs)
      .catch(() => {
        const waitingParties = parties.filter((party) => !party.hasSeen(name)).map((party) => party.name);
        throw new Error(`not seen as it must be while it lasts: ${waitingParties.join(', ')}`);
      })
      .finally(() => failure.end(installation));
    await wait(shortestMs);
  });
  await eachParty(parties, (party) => party.finish());
  await until(installation.product.isSettled, settledMs);
  await eachParty(parties, (party) => party.check(name));
}

/** Everyone goes on with what they do until the work is done. */
async function actDuring(parties: readonly Party[], work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const completion = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const party of parties) party.act();
    await Promise.race([wait(stepMs), completion.catch(() => undefined)]);
  }
  await completion;
}

/** All of them, so that the message of a failure names each party that suffered. */
async function eachParty(parties: readonly Party[], step: (party: Party) => Promise<void>): Promise<void> {
  const results = await Promise.allSettled(parties.map(step));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [`${parties[index]?.name}: ${result.reason?.message ?? result.reason}`] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}
