import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startKilledWorld } from './test-killed.ts';

/** `npm run test:long` asks for 200 kills and 10,000 recipients. */
const kills = Number(process.env.CAMPAIGN_KILLS ?? 2);
const isLong = kills > 100;
const perKill = isLong ? 50 : 100;
/** A finished campaign has no more calls; in the short run none is finished. */
const looks = isLong ? 400 : 12_000;
const limitMs = isLong ? 5_400_000 : 1_800_000;

it.each(['embedded', 'server'] as const)(
  'a campaign whose sender is killed at any point reaches nobody twice, and forgets nobody (%s store)',
  async (engine) => {
    // At the free speed few are on their way; at a higher one a claim is so large that most kills meet the first one.
    const world = await startKilledWorld({ engine, users: kills * perKill, speed: isLong ? 30 : 300 });
    try {
      let callsOfKilled = 0;
      for (let killed = 0; killed < kills; killed += 1) {
        const child = await world.start();
        const before = world.calls();
        // In the middle of sending rather than of starting, by a different number of calls and of milliseconds.
        const until = before + 1 + ((killed * 7) % 30);
        for (let look = 0; look < looks && world.calls() < until; look += 1) await wait(5);
        await wait((killed * 3) % 17);
        await world.kill(child);
        callsOfKilled += world.calls() - before;
        if (isLong && killed % 20 === 19)
          process.stdout.write(`${engine}: ${killed + 1} kills, ${world.calls()} calls\n`);
      }
      await world.finish();
      const report = await world.verify(kills);
      // The kills did meet a campaign that was being sent.
      expect(callsOfKilled).toBeGreaterThan(kills);
      if (isLong)
        process.stdout.write(`${engine}: ${kills} kills, no doubles, none skipped, ${JSON.stringify(report)}\n`);
    } finally {
      await world.close();
    }
  },
  limitMs,
);

it(
  'an album of several messages whose sender is killed is unknown once for each recipient, and reaches nobody twice',
  async () => {
    const rounds = isLong ? 40 : 2;
    const world = await startKilledWorld({ engine: 'embedded', users: rounds * 40, files: 3 });
    try {
      for (let killed = 0; killed < rounds; killed += 1) {
        const child = await world.start();
        const before = world.calls();
        await expect
          .poll(() => world.calls() - before, { timeout: 180_000, interval: 5 })
          .toBeGreaterThan(1 + ((killed * 5) % 20));
        await world.kill(child);
      }
      await world.finish();
      const report = await world.verify(rounds);
      if (isLong) process.stdout.write(`albums: ${rounds} kills, ${JSON.stringify(report)}\n`);
    } finally {
      await world.close();
    }
  },
  limitMs,
);

it(
  'processes that take over from killed ones reach nobody twice, and forget nobody',
  async () => {
    // Another process waits for the lease of the killed one to end, 15 s each time.
    const rounds = Math.ceil(kills / 20);
    // Slow enough that the first one does not end it before the other one has started.
    const world = await startKilledWorld({ engine: 'server', users: rounds * 300 + 300, speed: 30 });
    const metadata = await world.open();
    try {
      const processes = new Map<string, ChildProcess>();
      for (const name of ['one', 'two']) processes.set(name, await world.start(name));
      const holder = async (): Promise<string> => {
        const row = await metadata.db.selectFrom('campaign_senders').select('claimed_by').executeTakeFirst();
        return row?.claimed_by?.split(' ')[0] ?? '';
      };
      const holders: string[] = [];
      for (let killed = 0; killed < rounds; killed += 1) {
        const before = world.calls();
        // The next holder sends.
        await expect.poll(() => world.calls() - before, { timeout: 60_000, interval: 20 }).toBeGreaterThan(20 + killed);
        const name = await holder();
        holders.push(name);
        const child = processes.get(name);
        if (child !== undefined) await world.kill(child);
        await expect.poll(holder, { timeout: 60_000, interval: 200 }).not.toBe(name);
        processes.set(name, await world.start(name));
      }
      await world.quiet(5_000);
      for (const child of processes.values()) await world.kill(child);
      const report = await world.verify(rounds);
      if (rounds > 1) expect(new Set(holders).size).toBe(2);
      if (isLong) process.stdout.write(`${rounds} takeovers: ${holders.join()}, ${JSON.stringify(report)}\n`);
    } finally {
      await metadata.close();
      await world.close();
    }
  },
  limitMs,
);

it(
  'a campaign goes on while PostgreSQL restarts',
  async () => {
    const restarts = isLong ? 10 : 1;
    const world = await startKilledWorld({ engine: 'server', users: 300 + restarts * 200 });
    try {
      const child = await world.start();
      for (let restarted = 0; restarted < restarts; restarted += 1) {
        const before = world.calls();
        await expect.poll(() => world.calls() - before, { timeout: 60_000, interval: 10 }).toBeGreaterThan(40);
        await world.postgres?.restart();
      }
      await world.quiet(8_000);
      await world.kill(child);
      const { unknown } = await world.verify(restarts);
      // Nothing was killed: what was on its way is known when the store is back.
      expect(unknown).toBe(0);
    } finally {
      await world.close();
    }
  },
  limitMs,
);
