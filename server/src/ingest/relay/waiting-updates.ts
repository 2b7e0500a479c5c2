import { EventEmitter } from 'node:events';

/**
 * How many updates wait in this process for each bot. The relay writes the numbers; connections show them and ask for a
 * new attempt. A process without a relay has none.
 */
export interface WaitingUpdates {
  count(bot: string): number;
  setCount(bot: string, count: number): void;
  /** Asks the relay to deliver them now. */
  retryNow(bot: string): void;
  /** Calls back for each `retryNow`. */
  onRetry(listener: (bot: string) => void): void;
}

export function createWaitingUpdates(): WaitingUpdates {
  const counts = new Map<string, number>();
  const retries = new EventEmitter<{ retry: [bot: string] }>();
  return {
    count: (bot) => counts.get(bot) ?? 0,
    setCount(bot, count) {
      if (count === 0) counts.delete(bot);
      else counts.set(bot, count);
    },
    retryNow: (bot) => void retries.emit('retry', bot),
    onRetry: (listener) => void retries.on('retry', listener),
  };
}
