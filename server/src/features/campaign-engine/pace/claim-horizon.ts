/**
 * Computes how far ahead recipients are claimed, so that they are ready when the turns of their calls come: from one
 * look at who is due until those of the next look are ready. With less, stores that answer in 80 ms under load cost 6 %
 * of ten messages a second. Recipients that are claimed when the process is killed become unknown, so the time is not
 * longer than stores need now, and at most twice the time between two looks. Moments are ms, and rise.
 */
export function createClaimHorizon() {
  let lookedAt: number | null = null;
  let previousLookAt: number | null = null;
  let neededMs = 0;

  return {
    look(now: number): void {
      previousLookAt = lookedAt;
      lookedAt = now;
    },
    /** Notes that the recipients claimed at the last look can be sent to. */
    ready(now: number): void {
      if (previousLookAt === null) return;
      // One slow answer counts for about ten looks: the next ones are likely to be slow, too.
      neededMs = Math.max(now - previousLookAt, neededMs * 0.9);
    },
    ms: (betweenLooksMs: number): number => Math.min(2 * betweenLooksMs, Math.max(betweenLooksMs, neededMs)),
  };
}

export type ClaimHorizon = ReturnType<typeof createClaimHorizon>;
