import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackBed, limits, type Observation, startAttackBed } from './attack-bed.ts';

/** Attempt to stop the server by an attacker who can reach it. Their own requests may be rejected. */
export interface Attack {
  name: string;
  /** Limit of the bystander's p99 for an attack with a known cost, ms. */
  limitMs?: number;
  run(bed: AttackBed): Promise<unknown>;
}

const attackTimeoutMs = 180_000;
/** The bystander may wait this much longer than alone, on machines where a quiet report takes most of the limit. */
const slowdown = 3;

/** Each attack beside a bystander: nobody else may notice, and the server goes on. */
export function withstands(attacks: readonly Attack[]): void {
  let bed: AttackBed;
  beforeAll(async () => {
    bed = await startAttackBed();
    // The first requests of a process are slower without any attack.
    await bed.during(async () => undefined);
  }, attackTimeoutMs);
  afterAll(() => bed?.remove(), attackTimeoutMs);

  let quietMs = 0;
  test('without an attack', { timeout: attackTimeoutMs }, async () => {
    const observation = await bed.during(async () => undefined);
    quietMs = observation.p99Ms;
    expectUnharmed(bed, observation, limits.p99Ms);
  });
  for (const { name, run, limitMs = limits.p99Ms } of attacks) {
    test(name, { timeout: attackTimeoutMs }, async () =>
      expectUnharmed(bed, await bed.during(() => run(bed)), Math.max(limitMs, slowdown * quietMs)),
    );
  }
}

function expectUnharmed(bed: AttackBed, observation: Observation, limitMs: number): void {
  console.log(
    `    p99 ${observation.p99Ms} ms of ${observation.requests} requests, slowest ${JSON.stringify(observation.slowest)}; ${observation.memoryMb} MB`,
  );
  expect(observation.failures).toEqual([]);
  expect(observation.p99Ms).toBeLessThanOrEqual(limitMs);
  expect(observation.memoryMb).toBeLessThanOrEqual(limits.memoryMb);
  expect(bed.server.pid(), 'the server lives').toBeDefined();
}
