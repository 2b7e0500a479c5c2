import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { SpoolPosition } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

export interface HeartbeatOptions {
  db: Kysely<Tables>;
  own: { id: string; roles: readonly string[]; host: string };
  /** One position for each spool. */
  spoolPositions: () => readonly SpoolPosition[];
  /** Called before each report; a report that it fails is not made. */
  prepare?: () => Promise<void>;
  logger: Logger;
  /** Between two reports, ms. */
  intervalMs?: number;
}

/** Reports every 10 s that this instance lives and how far its rows are stored. Its first report is under way at once. */
export function startHeartbeat(options: HeartbeatOptions) {
  const { db, own, spoolPositions, prepare, logger, intervalMs = 10_000 } = options;
  /** Rows accepted by a moment, in each spool: once they have left all of them, everything before it is stored. */
  let marks: { at: Date; appended: number[] }[] = [];
  let storedUntil: Date | null = null;
  let isStarted = false;
  let isSilent = false;

  async function report(): Promise<void> {
    await prepare?.();
    // The database's clock: those of the processes differ. Asked for before the position, so a row that is accepted in
    // between counts as accepted before the moment.
    const { rows } = await sql<{ at: Date }>`SELECT now() AS at`.execute(db);
    const positions = spoolPositions();
    const appended = positions.map((position) => position.appended);
    for (const { at } of rows) marks.push({ at: new Date(at), appended });
    const isStored = (mark: { appended: number[] }): boolean =>
      mark.appended.every((accepted, spool) => accepted <= (positions[spool]?.removed ?? 0));
    storedUntil = marks.findLast(isStored)?.at ?? storedUntil;
    marks = marks.filter((mark) => !isStored(mark));
    const columns = {
      roles: own.roles.join(','),
      host: own.host,
      seen_at: sql<Date>`now()`,
      stored_until: storedUntil,
      spooled_rows: positions.reduce((sum, one) => sum + one.appended - one.removed, 0),
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
