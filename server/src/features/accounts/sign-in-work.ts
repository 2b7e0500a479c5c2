import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

/**
 * Zero bits that the hash of an answer begins with. 2^17 hashes are half a second to two of a browser; from one machine
 * behind a thousand networks they leave a tenth of the hashing of passwords that those networks could cause without.
 */
const requiredBits = 17;
/** A slow phone takes seconds, and the attempt may wait for its turn after that. */
const lifeMs = 120_000;
/** Number of remembered answers beyond which the expired ones are looked for. */
const maxUsed = 1_000;

/** Work that a browser does before its password is hashed, while a crowd waits. */
export interface SignInWork {
  /** A new challenge, which the server does not store. */
  challenge(): { challenge: string; bits: number };
  /**
   * Takes `challenge:nonce` once; does nothing without a crowd.
   * @throws AppError Overloaded without a solution: the browser solves a challenge and repeats the request
   */
  assertDone(work: string | undefined): void;
}

/**
 * Proofs of work (hashcash) for passwords of visitors. Turns by network alone let a crowd of more than 300 networks fill
 * the time until pages give up; an answer costs the sender more than the hash costs the server.
 */
export function createSignInWork({
  bits = requiredBits,
  ...deps
}: {
  secret: string;
  isCrowded(): boolean;
  now(): number;
  bits?: number;
}): SignInWork {
  /** End of life of each answer that was taken, by its challenge. */
  const used = new Map<string, number>();
  const sign = (text: string): string =>
    createHmac('sha256', deps.secret).update(`sign-in work:${text}`).digest('base64url');

  function isValid(challenge: string, nonce: string): boolean {
    const [expires = '', random = '', signature = ''] = challenge.split('.');
    const expected = Buffer.from(sign(`${expires}.${random}`));
    const actual = Buffer.from(signature);
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return false;
    if (Number(expires) < deps.now() || used.has(challenge)) return false;
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest();
    return hash.readUInt32BE() >>> (32 - bits) === 0;
  }

  return {
    challenge() {
      const text = `${deps.now() + lifeMs}.${randomBytes(12).toString('base64url')}`;
      return { challenge: `${text}.${sign(text)}`, bits };
    },
    assertDone(work = '') {
      if (!deps.isCrowded()) return;
      const [challenge = '', nonce = ''] = work.split(':', 2);
      if (!isValid(challenge, nonce)) throw new AppError('Overloaded', { retryAfterS: 2 });
      if (used.size >= maxUsed) for (const [key, expiresAt] of used) if (expiresAt < deps.now()) used.delete(key);
      used.set(challenge, Number(challenge.split('.', 1)[0]));
    },
  };
}
