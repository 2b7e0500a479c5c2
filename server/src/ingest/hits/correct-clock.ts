const minuteMs = 60_000;

/** Maximum age of a hit from an unproven user at its receipt: scripts keep hits that they cannot send for a day. */
const unprovenMs = 25 * 60 * minuteMs;

/**
 * When a hit happened by our clock. The device says by its own when it happened and when it was sent; the difference to
 * our receipt is how wrong it is. A hit is never later than its receipt, nor earlier than five minutes before the opening
 * of the app. All in Unix ms.
 */
export function correctClock(
  deviceTime: number,
  { sentAt, receivedAt, authAt }: { sentAt: number | null; receivedAt: number; authAt: number | null },
): number {
  const error = sentAt === null ? 0 : receivedAt - sentAt;
  const earliest = authAt === null ? receivedAt - unprovenMs : authAt - 5 * minuteMs;
  return Math.round(Math.min(receivedAt, Math.max(earliest, deviceTime + error)));
}
