import { api } from '@botscope/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { call } from '../../../platform/api/call.ts';

/** Hashes between two pauses: some 30 ms, so the page goes on reacting. */
const batch = 5_000;

/**
 * Finds a number with which the hash of `challenge:number` begins with so many zero bits (32 at most). The browser's own
 * SHA-256 is not available to pages without https, and no faster for so short a text.
 */
export async function solveChallenge({ challenge, bits }: { challenge: string; bits: number }): Promise<number> {
  const encoder = new TextEncoder();
  for (let nonce = 0; ; nonce += 1) {
    const hash = sha256(encoder.encode(`${challenge}:${nonce}`));
    const begin = new DataView(hash.buffer, hash.byteOffset).getUint32(0);
    if (begin >>> (32 - bits) === 0) return nonce;
    if (nonce % batch === batch - 1) await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Solves a challenge of the server; returns the proof to send with the password. @throws ApiError */
export async function workForTurn(): Promise<string> {
  const question = await call(api.signInChallenge, {});
  return `${question.challenge}:${await solveChallenge(question)}`;
}
