import { createHash } from 'node:crypto';

/** Hexadecimal digits of the SHA-256, under which secrets of many bits are stored and found. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
