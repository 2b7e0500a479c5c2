import type { Detail, ReportLine } from '@botscope/contract';
import type { BucketSql } from '../query/bucket-sql.ts';
import type { Buckets } from '../query/buckets.ts';
import type { Period } from '../query/period.ts';
import type { Scope, ScopedStatement } from '../query/scope.ts';

/** What a report gets to answer one question about one period. */
export interface ReportContext {
  scope: Scope;
  period: Period;
  buckets: Buckets;
  /** `buckets`, in the words of SQL. */
  bucket: BucketSql;
  /** A pause of this length or longer ends a session, ms. */
  sessionGapMs: number;
  /** Texts that count as commands; none for most bots. */
  hiddenCommands: readonly string[];
  /** Button data is counted by its first characters, this many. */
  callbackMaxLength: number;
  /** Unix ms. */
  now: number;
  ask<Row extends object>(statement: ScopedStatement): Promise<Row[]>;
}

export interface ReportDefinition {
  /** The only detail this report knows; the question's own is then left aside. */
  detail?: Detail;
  /** Labels of another axis than the buckets of time. */
  axis?: readonly string[];
  lines(context: ReportContext): Promise<ReportLine[]>;
}

/**
 * A row of a statement that ends in `GROUP BY bucket WITH ROLLUP`: buckets count from 1, and 0 is the whole period
 * (ROLLUP merges what the buckets have gathered, so sets and medians are not gathered twice: 176 ms against 211).
 */
export interface BucketRow {
  bucket: number;
}
