import { quarterHourMs } from '../../events/rollups/read/activity-runs.ts';
import { rollupParams, usableRollup } from '../../events/rollups/rollup.ts';
import type { Parameter, Rollup } from '../../events/store/event-store.ts';
import type { FilterSql } from './filter-sql.ts';
import { createSources, type Sources } from './sources.ts';

export type { Sources } from './sources.ts';

declare const scoped: unique symbol;

/** A statement that was written from a scope. Only `Scope.statement` makes one and only `runQuery` runs one. */
export interface ScopedStatement {
  readonly [scoped]: true;
  readonly sql: string;
  readonly params: Readonly<Record<string, Parameter>>;
  readonly bot: string;
  /** Server that has the roll-up which it reads. */
  readonly server: string | undefined;
}

export interface Scope {
  readonly bot: string;
  /** Unix milliseconds; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Returns a scope of the same bot and users in another stretch of time; a filter keeps its own. */
  within(start: number, end: number): Scope;
  /** Writes a statement. Parameters of its own may not be called `bot`, `start`, `end` or begin with `filter_`, `rolled_` or `stale_`. */
  statement(write: (from: Sources) => string, params?: Readonly<Record<string, Parameter>>): ScopedStatement;
}

/**
 * The bot, stretch of time and users (everyone, without a filter) that a report may see: the one way to a statement.
 * With a rollup it may see what is rolled up in place of events.
 */
export function scope(bot: string, start: number, end: number, filter?: FilterSql, rollup?: Rollup): Scope {
  // Roll-ups are exact to a quarter of an hour: all days and hours of present time zones.
  const isExact = start % quarterHourMs === 0 && end % quarterHourMs === 0;
  const rolled = isExact ? usableRollup(rollup) : undefined;
  const sources = createSources(filter, rollup?.usersToRebuild, rolled && { rollup: rolled, start, end });
  return {
    bot,
    start,
    end,
    within: (from, to) => scope(bot, from, to, filter, rollup),
    statement(write, params = {}) {
      const sql = write(sources).trim();
      const rolledParams = rollup === undefined ? {} : rollupParams(rollup);
      const all = { ...filter?.params, ...params, ...rolledParams, bot, start, end };
      const statement = { sql, params: all, bot, server: rollup?.server };
      return statement as unknown as ScopedStatement;
    },
  };
}
