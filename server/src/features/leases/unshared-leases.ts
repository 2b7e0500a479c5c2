import type { Leases } from './leases.ts';

/** The embedded store has one process, and that serves all bots. */
export const unsharedLeases: Leases = {
  claim: async () => ({ is: 'here' }),
  successorOf: async () => null,
  leave: async () => undefined,
  follow(listener) {
    listener({ isShared: false, end: null, holders: [], isWhole: true, lastDeathAt: null });
    return () => undefined;
  },
  onMove: () => undefined,
  answer: () => undefined,
};
