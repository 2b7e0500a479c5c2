import type { Journal } from '../../platform/journal/journal.ts';
import { createDelivered } from './delivered.ts';
import { encodeDelivered } from './queue-record.ts';

/** Deliveries from here, remembered in memory and on disk, and records that are to leave the disk. */
export function createDeliveryLedger(journal: Pick<Journal, 'commit'>, now: () => number) {
  const deliveries = createDelivered();
  /** Removals that could not be written yet. */
  let owed: number[] = [];

  /** Writes that these are gone; what cannot be written now goes with the next ones. */
  async function erase(records: readonly number[], notes: readonly Buffer[] = []): Promise<number[]> {
    const remove = [...owed, ...records, ...deliveries.expire(now())];
    owed = [];
    const recordIds = await journal
      .commit({ remove, add: notes })
      .catch(() => journal.commit({ remove }).catch(() => null));
    if (recordIds === null) owed.push(...remove);
    return recordIds ?? [];
  }

  return {
    has: deliveries.has,
    /** A note that an earlier process has left. */
    restore(head: { bot: string; update: number; deliveredAt: number }, record: number): void {
      deliveries.remember(head.update, { bot: head.bot, at: head.deliveredAt, record });
    },
    /** Remembered at once, and on disk later. */
    note(bot: string, update: number): void {
      const deliveredAt = now();
      deliveries.remember(update, { bot, at: deliveredAt, record: 0 });
      void erase([], [encodeDelivered({ bot, update, deliveredAt })]).then(([record = 0]) =>
        deliveries.remember(update, { bot, at: deliveredAt, record }),
      );
    },
    /** Resolves when it is on disk that the bot has these updates, which waited here. */
    async markDelivered(bot: string, items: readonly { update: number; record: number }[]): Promise<void> {
      const deliveredAt = now();
      const records = await erase(
        items.map(({ record }) => record),
        items.map(({ update }) => encodeDelivered({ bot, update, deliveredAt })),
      );
      for (const [index, { update }] of items.entries())
        deliveries.remember(update, { bot, at: deliveredAt, record: records[index] ?? 0 });
    },
    erase: async (records: readonly number[]): Promise<void> => void (await erase(records)),
    /** Returns the journal's numbers of a bot's notes, to be erased. */
    forget: deliveries.forget,
    /** Writes what could not be written before. */
    async settle(): Promise<void> {
      if (owed.length > 0) await erase([]);
    },
  };
}
