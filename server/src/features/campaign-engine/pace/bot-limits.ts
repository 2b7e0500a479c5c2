/** A chat that got a message so lately may be limited alone: Telegram takes about one a second of each, ms. */
const sameChatMs = 2_000;
/** Pauses while Telegram or a store cannot be reached, ms. */
const unreachableMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;

/** The time for which a bot sends nothing. `onSleep` is called when it becomes longer. */
export function createPause(inheritedUntil: number | null, onSleep: () => void) {
  let until = inheritedUntil ?? 0;
  let failures = 0;

  const sleep = (now: number, ms: number): void => {
    if (now + ms <= until) return;
    until = now + ms;
    onSleep();
  };

  return {
    until: (): number => until,
    leftMs: (now: number): number => Math.max(0, until - now),
    sleep,
    /** Longer with each failure in a row. */
    unreachable(now: number): void {
      if (until > now) return;
      sleep(now, unreachableMs[Math.min(failures, unreachableMs.length - 1)] ?? 1_000);
      failures += 1;
    },
    reached(): void {
      failures = 0;
    },
  };
}

/** Chats that got a message a moment ago. */
export function createRecentChats() {
  const deliveryTimes = new Map<number, number>();
  return {
    note(now: number, userId: number): void {
      deliveryTimes.delete(userId);
      deliveryTimes.set(userId, now);
      for (const [oldUserId, deliveredAt] of deliveryTimes) {
        if (deliveredAt >= now - sameChatMs) break;
        deliveryTimes.delete(oldUserId);
      }
    },
    has(now: number, userId: number): boolean {
      const deliveredAt = deliveryTimes.get(userId);
      return deliveredAt !== undefined && now - deliveredAt <= sameChatMs;
    },
  };
}

/** The last limit: whose it was, and how long another one means that it is the bot's. */
export function createLastLimit() {
  let limit = { userId: 0, until: 0 };
  return {
    /** True if another user was limited just before. */
    note(now: number, userId: number, retryAfterMs: number): boolean {
      const isSecond = now < limit.until && limit.userId !== userId;
      limit = { userId, until: Math.max(limit.until, now + retryAfterMs) };
      return isSecond;
    },
    extend(until: number): void {
      limit.until = Math.max(limit.until, until);
    },
  };
}
