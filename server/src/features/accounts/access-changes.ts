import { EventEmitter } from 'node:events';

/** Announces in this process whose rights or sessions have changed, so that their open streams are checked again. */
export interface AccessChanges {
  /** The account's rights or sessions have changed. */
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
