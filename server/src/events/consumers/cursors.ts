import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Claimant, createClaims } from '../../platform/claims/claims.ts';
import { clockFrom } from '../../platform/clock.ts';
import { timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import type { EventConsumer, EventCursor, Turn } from './event-consumer.ts';
import { createClockSteps } from './plan-look.ts';
import { readEvents } from './read-events.ts';

/** Silence after which a process loses its cursors, ms. */
const claimMs = minuteMs;
/** Interval at which the position is stored, ms: events read since are read again after a crash. */
const storeMs = 30_000;

/** The table `event_cursors` as one run of a process has it. `clock` is for tests; otherwise moments are the store's. */
export function createCursors(options: {
  db: Kysely<Tables>;
  consumer: Pick<EventConsumer, 'name' | 'subjects'>;
  claimant: Claimant;
  clock?: (() => number) | undefined;
  monotonic?: (() => number) | undefined;
  rowsOfPage?: number;
}) {
  const { db, consumer, claimant, clock } = options;
  const { now, monotonic } = { ...clockFrom(clock), ...(options.monotonic && { monotonic: options.monotonic }) };
  const clockSteps = createClockSteps({ now, monotonic });
  const claims = createClaims({ claimant, claimMs, clock });
  const isOurs = ({ subject, fence }: EventCursor): RawBuilder<boolean> =>
    sql`consumer = ${consumer.name} AND subject = ${subject} AND ${claims.isOurs()} AND fence = ${fence}`;

  /** Stores the position and renews the claim. @returns false once another process has the cursor */
  async function store(cursor: EventCursor, readUntil: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('event_cursors')
      .set({ read_until: new Date(readUntil), ...claims.renewed() })
      .where(isOurs(cursor))
      .executeTakeFirst();
    cursor.storedUntil = readUntil;
    return numUpdatedRows > 0n;
  }

  return {
    /**
     * Claims or renews the cursor of every subject that no other process has, in one order, so that two processes do not
     * deadlock. Those of earlier runs of this data directory are taken over at once: they are dead.
     */
    async claimAll(): Promise<EventCursor[]> {
      const { rows } = await sql<{ subject: string; bot_key: string; fence: number; read_until: Date | null }>`
        INSERT INTO event_cursors AS event_cursor (consumer, subject, bot_key, claimed_by, claimed_until, fence)
        SELECT DISTINCT ${consumer.name}, reader.subject, reader.bot_key, ${claims.claimant},
          ${timeAfter(claims.now(), claimMs)}, 1
        FROM (${consumer.subjects}) AS reader JOIN bots ON bots.key = reader.bot_key
        WHERE bots.removed_at IS NULL AND bots.owner_deleted_at IS NULL
        ORDER BY reader.subject
        ON CONFLICT (consumer, subject) DO UPDATE SET
          claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until,
          fence = CASE WHEN ${claims.isOurs('event_cursor')} THEN event_cursor.fence ELSE event_cursor.fence + 1 END
        WHERE ${claims.isFree('event_cursor')} OR ${claims.isOurs('event_cursor')}
        RETURNING subject, bot_key, fence, read_until`.execute(db);
      return rows.map((row) => ({
        ...{ subject: row.subject, bot: row.bot_key, fence: row.fence, storedUntil: 0 },
        readUntil: row.read_until && new Date(row.read_until).getTime(),
      }));
    },

    /** Begins a turn of a cursor that this run has claimed. */
    turn(cursor: EventCursor, isDeep: boolean): Turn {
      return {
        ...{ bot: cursor.bot, subject: cursor.subject, cursor, isDeep },
        lock: sql`SELECT fence FROM event_cursors WHERE ${isOurs(cursor)} FOR SHARE`,
        read: (selection) =>
          readEvents(selection, {
            readUntil: cursor.readUntil,
            isDeep,
            now: now(),
            setForwardMs: clockSteps.setForwardMs(),
            rowsOfPage: options.rowsOfPage,
            async advance(readUntil, isEnd) {
              cursor.readUntil = readUntil;
              if (isEnd && Math.abs(readUntil - cursor.storedUntil) < storeMs) return true;
              return store(cursor, readUntil);
            },
          }),
      };
    },

    /** Other processes can claim them at once. */
    async release(): Promise<void> {
      await db
        .updateTable('event_cursors')
        .set(claims.released)
        .where('consumer', '=', consumer.name)
        .where(claims.isOurs())
        .execute();
    },
  };
}
