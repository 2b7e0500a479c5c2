import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { SpoolPosition } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

export interface HeartbeatOptions {
  db: Kysely<Tables>;
  own: { id: string; roles: readonly string[]; host: string };
  spoolPosition: () => SpoolPosition;
  logger: Logger;
  /** Between two reports, ms. */
  intervalMs?: number;
}

/** Reports every 10 s that this instance lives and how far its rows are stored. Its first report is under way at once. */
export function startHeartbeat({ db, own, spoolPosition, logger, intervalMs = 10_000 }: HeartbeatOptions) {
  /** Rows accepted by a moment: once they have left the spool, all before it is stored. */
  let marks: { at: Date; appended: number }[] = [];
  let storedUntil: Date | null = null;
  let isStarted = false;
  let isSilent = false;

  async function report(): Promise<void> {
    // The database's clock: those of the processes differ. Asked for before the position, so a row that is accepted in
    // between counts as accepted before the moment.
    const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(db);
    const { appended, removed } = spoolPosition();
    for (const { at } of rows) marks.push({ at: new Date(at), appended });
    storedUntil = marks.findLast((mark) => mark.appended <= removed)?.at ?? storedUntil;
    marks = marks.filter((mark) => mark.appended > removed);
    const columns = {
      roles: own.roles.join(','),
      host: own.host,
      seen_at: sql<Date>`now()`,
      stored_until: storedUntil,
      spooled_rows: appended - removed,
      ...(isStarted ? {} : { started_at: sql<Date>`now()` }),
    };
    await db
      .insertInto('instances')
      .values({ id: own.id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
    isStarted = true;
  }

  let reporting: Promise<void> = Promise.resolve();
  const beat = (): Promise<void> => {
    reporting = reporting.then(report).then(
      () => {
        isSilent = false;
      },
      (error: unknown) => {
        if (!isSilent) logger.warn({ err: error }, 'this instance could not report that it lives; trying again');
        isSilent = true;
      },
    );
    return reporting;
  };
  void beat();
  const timer = setInterval(() => void beat(), intervalMs);
  timer.unref();

  return {
    /** Reports now. */
    beat,
    async close(): Promise<void> {
      clearInterval(timer);
      await reporting;
    },
  };
}
