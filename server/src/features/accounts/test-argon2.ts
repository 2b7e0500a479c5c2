import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

/**
 * Stands for @node-rs/argon2 in tests that are not about its cost (vitest.config.ts): the same hashes with a twentieth of
 * the memory and half of the passes. Signing up and in was a third of the time of the tests of accounts.
 */
export const hash = (password: string): Promise<string> =>
  argon2.hash(password, { memoryCost: 1_024, timeCost: 1, parallelism: 1 });

/** Reads the cost from the hash. */
export const { verify } = argon2;
