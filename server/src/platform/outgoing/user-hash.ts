import type { Sealer } from './sealer.ts';

/** Stands for a user of a bot who must not be named: HMAC-SHA-256, hexadecimal. Another bot's hash of them is another one. */
export const userHash = (sealer: Pick<Sealer, 'hash'>, bot: string, userId: number): string =>
  sealer.hash(`${bot}:${userId}`);
