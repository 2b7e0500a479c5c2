import type { Random } from '../random.ts';
import type { User } from './telegram-types.ts';

/** Numbers messages: from 1 upwards in each chat. */
export function messageNumbers() {
  const last = new Map<number, number>();
  return {
    next(chatId: number): number {
      const id = (last.get(chatId) ?? 0) + 1;
      last.set(chatId, id);
      return id;
    },
    /** Takes note of a number given elsewhere, so that it is not given twice. */
    seen(chatId: number, messageId: number): void {
      last.set(chatId, Math.max(last.get(chatId) ?? 0, messageId));
    },
  };
}

/** Numbers updates as Telegram does: one by one from a random start. */
export function updateNumbers(random: Random): () => number {
  let next = random.between(100_000_000, 900_000_000);
  return () => next++;
}

/** A user id in the range that Telegram gives out today; always below 2^52. */
export function newUserId(random: Random): number {
  return random.between(200_000_000, 7_900_000_000);
}

/** The `User` of a bot. */
export function toBotUser(id: number, username: string, firstName = username): User {
  return { id, is_bot: true, first_name: firstName, username };
}
