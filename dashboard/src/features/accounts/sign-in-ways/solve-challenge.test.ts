import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solveChallenge } from './solve-challenge.ts';

test('the hash of a solution begins with the required zero bits', async () => {
  for (const bits of [1, 9, 12]) {
    const nonce = await solveChallenge({ challenge: '1790000000000.abc.def', bits });
    const hash = createHash('sha256').update(`1790000000000.abc.def:${nonce}`).digest();
    expect(hash.readUInt32BE() >>> (32 - bits)).toBe(0);
  }
});
