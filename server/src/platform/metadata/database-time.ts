import { type RawBuilder, sql } from 'kysely';

/**
 * The moment of the store, which all processes share: their own clocks differ by seconds, and a claim that ends by a
 * fast clock would be taken twice. Tests give a clock instead.
 */
export const databaseTime = (now?: () => number): RawBuilder<Date> =>
  now === undefined ? sql<Date>`now()` : sql<Date>`${new Date(now()).toISOString()}::timestamptz`;

/** A moment so many milliseconds after (or, below zero, before) another one. */
export const timeAfter = (time: RawBuilder<Date>, ms: number): RawBuilder<Date> =>
  sql<Date>`(${time} + ${ms}::float8 * interval '1 millisecond')`;
