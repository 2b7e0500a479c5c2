import { randomBytes } from 'node:crypto';
import type { ErasureMode } from '@botscope/contract';
import * as z from 'zod/mini';
import type { UserErasure } from '../../events/store/event-store.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { userHash } from '../../platform/outgoing/user-hash.ts';
import { firstAnonymous } from '../erased-users/erased-users.ts';

/** Data of a user, kept encrypted until the erasure is done: a repetition gives the same new number. */
const Sealed = z.object({ userId: z.number(), newId: z.nullable(z.number()), salt: z.string() });

/** A random number that no user of Telegram has. */
const anonymousId = (): number => firstAnonymous + Number(randomBytes(8).readBigUInt64LE() % BigInt(firstAnonymous));

/** The hashes of users and what is kept of each. A user who is named twice is one. */
export function sealUsers(
  sealer: Pick<Sealer, 'hash' | 'seal'>,
  bot: string,
  userIds: readonly number[],
  mode: ErasureMode,
): Map<string, string> {
  const isAnonymised = mode === 'anonymise';
  return new Map(
    [...new Set(userIds)].map((userId) => {
      const newId = isAnonymised ? anonymousId() : null;
      const salt = isAnonymised ? randomBytes(16).toString('hex') : '';
      return [userHash(sealer, bot, userId), sealer.seal(JSON.stringify({ userId, newId, salt }))];
    }),
  );
}

/** The users of an erasure that is not done. */
export const openUsers = (
  sealer: Pick<Sealer, 'open'>,
  users: readonly { user_sealed: string | null }[],
): UserErasure['users'] =>
  users.flatMap(({ user_sealed: sealed }) =>
    sealed === null ? [] : [z.parse(Sealed, JSON.parse(sealer.open(sealed)))],
  );
