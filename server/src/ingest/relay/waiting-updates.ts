import { type Bus, createLocalBus } from '../../platform/bus/bus.ts';

/**
 * Number of updates that wait in this process for each bot. The relay writes the numbers; connections show them and ask
 * for a new attempt, which reaches every process. A process without a relay has no numbers.
 */
export interface WaitingUpdates {
  count(bot: string): number;
  setCount(bot: string, count: number): void;
  /** Asks the relays of all processes to deliver theirs now. */
  retryNow(bot: string): void;
  /** Calls back for each `retryNow`, in whichever process. */
  onRetry(listener: (bot: string) => void): void;
}

export function createWaitingUpdates(bus: Pick<Bus, 'publish' | 'subscribe'> = createLocalBus()): WaitingUpdates {
  const counts = new Map<string, number>();
  return {
    count: (bot) => counts.get(bot) ?? 0,
    setCount(bot, count) {
      if (count === 0) counts.delete(bot);
      else counts.set(bot, count);
    },
    retryNow: (bot) => bus.publish('delivery-requested', bot),
    onRetry: (listener) =>
      // A request that was missed is no loss: the relay tries again by itself.
      void bus.subscribe('delivery-requested', ({ key }) => {
        if (key !== null) listener(key);
      }),
  };
}
