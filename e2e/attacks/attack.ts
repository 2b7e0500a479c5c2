import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackBed, limits, startAttackBed } from './attack-bed.ts';

/** Attempt to stop the server by an attacker who can reach it. Their own requests may be rejected. */
export interface Attack {
  name: string;
  run(bed: AttackBed): Promise<unknown>;
}

const attackTimeoutMs = 180_000;

/** Each attack beside a bystander: nobody else may notice, and the server goes on. */
export function withstands(attacks: readonly Attack[]): void {
  let bed: AttackBed;
  beforeAll(async () => {
    bed = await startAttackBed();
    // The first requests of a process are slower without any attack.
    await bed.during(async () => undefined);
  }, attackTimeoutMs);
  afterAll(() => bed?.remove(), attackTimeoutMs);

  test('without an attack', async () => expectUnharmed(bed, await bed.during(async () => undefined)), attackTimeoutMs);
  for (const { name, run } of attacks) {
    test(name, async () => expectUnharmed(bed, await bed.during(() => run(bed))), attackTimeoutMs);
  }
}

function expectUnharmed(bed: AttackBed, observation: Awaited<ReturnType<AttackBed['during']>>): void {
  console.log(
    `    p99 ${observation.p99Ms} ms of ${observation.requests} requests, slowest ${JSON.stringify(observation.slowest)}; ${observation.memoryMb} MB`,
  );
  expect(observation.failures).toEqual([]);
  expect(observation.p99Ms).toBeLessThanOrEqual(limits.p99Ms);
  expect(observation.memoryMb).toBeLessThanOrEqual(limits.memoryMb);
  expect(bed.server.pid(), 'the server lives').toBeDefined();
}
