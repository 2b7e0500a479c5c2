import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs, minuteMs } from '../../platform/time-units.ts';

/** A time in which an upload of history may have been read into the store, Unix ms. */
export interface UploadTime {
  createdAt: number;
  /** Infinity while it is being read. */
  finishedAt: number;
}

/** Longer than events are looked for. */
const keptMs = 5 * dayMs;
/** Rows reach the event store a moment after they were read. */
const marginMs = minuteMs;

/** Uploads of a bot's history that are being read, or were lately. */
export const createUploadLoader =
  (db: Kysely<Tables>, now: () => number) =>
  async (bot: string): Promise<UploadTime[]> => {
    const rows = await db
      .selectFrom('uploads')
      .select(['created_at', 'finished_at'])
      .where('bot_key', '=', bot)
      .where('state', '<>', 'ready')
      .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', new Date(now() - keptMs))]))
      .execute();
    return rows.map((row) => ({
      createdAt: new Date(row.created_at).getTime(),
      finishedAt: row.finished_at === null ? Number.POSITIVE_INFINITY : new Date(row.finished_at).getTime() + marginMs,
    }));
  };

/**
 * Whether an event came from a file: it reached the store while an upload was read, and is older than the upload. What a
 * bot pushes late in that time looks the same.
 */
export const isUploaded = (
  { time_ms, received_ms }: { time_ms: number; received_ms: number },
  uploads: readonly UploadTime[],
): boolean =>
  uploads.some(
    ({ createdAt, finishedAt }) => received_ms >= createdAt && received_ms <= finishedAt && time_ms < createdAt,
  );
