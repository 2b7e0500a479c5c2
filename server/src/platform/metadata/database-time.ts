import { type RawBuilder, sql } from 'kysely';
import { minuteMs } from '../time-units.ts';

/**
 * The moment of the store, which all processes share: their own clocks differ by seconds, and a claim that ends by a
 * fast clock would be taken twice. Tests give a clock instead.
 */
export const databaseTime = (now?: () => number): RawBuilder<Date> =>
  now === undefined ? sql<Date>`now()` : sql<Date>`${new Date(now()).toISOString()}::timestamptz`;

/** A statement that waited for a lock compares with the moment at which it began. */
export const longestStatementMs = minuteMs;

/**
 * Condition: a moment has come, or is farther ahead than any is ever set. A clock that was ahead wrote that one: three days
 * ahead, it locked a colleague out of writing for three days after it was right again. A minute more is allowed: a
 * statement sees rows that others wrote after its own `now()`.
 */
export const hasCome = (moment: RawBuilder<unknown>, now: RawBuilder<Date>, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`(${moment} <= ${now} OR ${moment} > ${timeAfter(now, longestMs + longestStatementMs)})`;

/** The moment `ms` milliseconds after (or, below zero, before) another one. */
export const timeAfter = (time: RawBuilder<Date>, ms: number): RawBuilder<Date> =>
  sql<Date>`(${time} + ${ms}::float8 * interval '1 millisecond')`;

/** A stored moment as ISO 8601. */
export const toIso = (moment: Date | null): string | null => (moment === null ? null : new Date(moment).toISOString());
