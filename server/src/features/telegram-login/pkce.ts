import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes: nobody guesses it, and 43 letters are the least that RFC 7636 takes as a verifier. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The challenge that goes ahead of a verifier (RFC 7636, S256). */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
