import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** Interval at which one bot's number is written, for its connection's page: a busy queue changes all the time. */
const writeIntervalMs = 1_000;

/** Number of updates that wait for a bot on the disks of all processes, for the connection's page. */
export interface WaitingCounts {
  total(bot: string): Promise<number>;
}

export interface SharedWaitingUpdates extends WaitingUpdates, WaitingCounts {
  close(): Promise<void>;
}

/** A single process needs only its own numbers. */
export const ownCounts = (waitingUpdates: WaitingUpdates): SharedWaitingUpdates => ({
  ...waitingUpdates,
  total: async (bot) => waitingUpdates.count(bot),
  close: async () => undefined,
});

/** Writes the numbers of this process down where the others read them. */
export function shareCounts(
  waitingUpdates: WaitingUpdates,
  deps: { db: Kysely<Tables>; instanceId: string; logger: Pick<Logger, 'warn'>; intervalMs?: number },
): SharedWaitingUpdates {
  const { db, instanceId, logger, intervalMs = writeIntervalMs } = deps;
  const changedBots = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  // Numbers of an earlier process of this directory are deleted: this one counts its updates again.
  let writing: Promise<void> = attempt(() =>
    db.deleteFrom('waiting_updates').where('instance_id', '=', instanceId).execute(),
  );

  async function attempt(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      logger.warn({ err: error }, 'the number of waiting updates was not written');
    }
  }
  async function write(bot: string): Promise<void> {
    const updates = waitingUpdates.count(bot);
    if (updates === 0) {
      await db.deleteFrom('waiting_updates').where('bot_key', '=', bot).where('instance_id', '=', instanceId).execute();
      return;
    }
    await db
      .insertInto('waiting_updates')
      // A bot that was removed meanwhile has no row to refer to.
      .columns(['bot_key', 'instance_id', 'updates'])
      .expression((from) =>
        from
          .selectFrom('bots')
          .select((select) => ['key', select.val(instanceId).as('instance'), select.val(updates).as('updates')])
          .where('key', '=', bot),
      )
      .onConflict((conflict) => conflict.columns(['bot_key', 'instance_id']).doUpdateSet({ updates }))
      .execute();
  }
  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(async () => {
      const bots = [...changedBots];
      changedBots.clear();
      for (const bot of bots) await attempt(() => write(bot));
    });
    return writing;
  }

  return {
    ...waitingUpdates,
    setCount(bot, count) {
      waitingUpdates.setCount(bot, count);
      changedBots.add(bot);
      timer ??= setTimeout(() => void flush(), intervalMs).unref();
    },
    async total(bot) {
      const { updates } = await db
        .selectFrom('waiting_updates')
        .select((select) => select.fn.sum<string | number | null>('updates').as('updates'))
        .where('bot_key', '=', bot)
        .where('instance_id', '!=', instanceId)
        .executeTakeFirstOrThrow();
      return waitingUpdates.count(bot) + Number(updates ?? 0);
    },
    close: flush,
  };
}
