import type { Bus } from '../../platform/bus/bus.ts';

/** Announces in all processes whose rights or sessions have changed, so that their open streams are checked again. */
export interface AccessChanges {
  /** The account's rights or sessions have changed; the change is committed. */
  changed(accountKey: string): void;
  /** Calls back after each change to the account; returns a function that unsubscribes. */
  watch(accountKey: string, listener: () => void): () => void;
}

export function createAccessChanges(bus: Pick<Bus, 'publish' | 'watch'>): AccessChanges {
  return {
    changed: (accountKey) => bus.publish('access-changed', accountKey),
    watch: (accountKey, listener) => bus.watch('access-changed', accountKey, listener),
  };
}
