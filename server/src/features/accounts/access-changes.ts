import { EventEmitter } from 'node:events';

/** Tells this process whose rights or sessions have changed, so that what is open for them is looked at again. */
export interface AccessChanges {
  /** Somebody's rights, or his sign-in, are no longer what they were. */
  changed(accountKey: string): void;
  /** Calls back after each change of the account's; returns the way to stop. */
  watch(accountKey: string, listener: () => void): () => void;
}

export function createAccessChanges(): AccessChanges {
  const changes = new EventEmitter().setMaxListeners(0);
  return {
    changed: (accountKey) => void changes.emit(accountKey),
    watch(accountKey, listener) {
      changes.on(accountKey, listener);
      return () => changes.off(accountKey, listener);
    },
  };
}
