import type { Parameter } from '../events/event-store.ts';
import type { Segment } from './segment.ts';
import { type Sources, sourcesOf } from './sources.ts';

export type { Sources } from './sources.ts';

declare const scoped: unique symbol;

/** A statement that was written from a scope. Only `Scope.statement` makes one and only `runQuery` runs one. */
export interface ScopedStatement {
  readonly [scoped]: true;
  readonly sql: string;
  readonly params: Readonly<Record<string, Parameter>>;
  /** Exclusive end of what it reads, Unix ms: an answer about the past may be kept longer. */
  readonly end: number;
}

export interface Scope {
  readonly bot: string;
  /** Unix milliseconds; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The same bot and people, another stretch of time: a filter goes on speaking of its own. */
  within(start: number, end: number): Scope;
  /** Writes a statement. Parameters of its own may not be called `bot`, `start`, `end` or begin with `filter_`. */
  statement(write: (from: Sources) => string, params?: Readonly<Record<string, Parameter>>): ScopedStatement;
}

/** The bot, stretch of time and people (everybody, without a segment) that a report may see: the one way to a statement. */
export function scope(bot: string, start: number, end: number, segment?: Segment): Scope {
  const sources = sourcesOf(segment);
  return {
    bot,
    start,
    end,
    within: (from, to) => scope(bot, from, to, segment),
    statement(write, params = {}) {
      const sql = write(sources).trim();
      const statement = { sql, params: { ...segment?.params, ...params, bot, start, end }, end };
      return statement as unknown as ScopedStatement;
    },
  };
}
