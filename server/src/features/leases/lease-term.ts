import type { LeaseClock, LeaseEnd } from '../../ingest/leases/lease-table.ts';
import { leaseMs } from './lease-store.ts';

/** Time to call back the work under way at the end, ms, before another process may begin. */
const marginMs = 2_000;
/** Longest time that a peer's message may have waited in our queue, ms: an event loop stops no longer than that. */
const hearsayMs = 10_000;

/**
 * Tracks until when this process may use its leases: always earlier than the database has it, as it is counted from
 * before the question.
 */
export function createLeaseTerm(clock: Pick<LeaseClock, 'monotonicMs' | 'wallMs'>) {
  /** Null = without an end. */
  let end: LeaseEnd | null = { monotonicMs: 0, wallMs: 0 };
  const now = (): LeaseEnd => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() });
  const plus = (from: LeaseEnd, ms: number): LeaseEnd => ({
    monotonicMs: from.monotonicMs + ms,
    wallMs: from.wallMs + ms,
  });
  const extend = (other: LeaseEnd): void => {
    if (end === null || other.monotonicMs > end.monotonicMs) end = other;
  };

  return {
    now,
    end: (): LeaseEnd | null => end,
    /** The database has prolonged it. Alone, nobody could take over: then it does not end while the database is away. */
    prolonged(startedAt: LeaseEnd, isAlone: boolean): void {
      end = isAlone ? null : plus(startedAt, leaseMs - marginMs);
    },
    /** All peers have promised to leave it alone: the database is away for them too. */
    promised(startedAt: LeaseEnd): void {
      if (end !== null) extend(plus(startedAt, leaseMs - marginMs));
    },
    /** A peer has prolonged it in the database. */
    prolongedByPeer(): void {
      extend(plus(now(), leaseMs - marginMs - hearsayMs));
    },
    /** There is another process: from now on it ends. */
    notAlone(): void {
      if (end === null) end = plus(now(), leaseMs - marginMs);
    },
  };
}
