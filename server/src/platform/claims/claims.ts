import { type RawBuilder, sql } from 'kysely';
import { databaseTime, longestStatementMs, timeAfter } from '../metadata/database-time.ts';

/**
 * One run of a process. A data directory has one process at a time, so claims of its earlier runs belong to nobody: they
 * need not expire first.
 */
export interface Claimant {
  /** ID of the data directory. */
  instance: string;
  run: string;
}

/**
 * Claims of rows by one run of a process: columns `claimed_by` and `claimed_until`, written and compared by the store's
 * clock, because the clocks of processes differ by seconds. A claim is renewed while its work lasts; one that is not
 * renewed in time may be taken over, and everything that its late holder then writes must match no row: each such
 * statement has `isOurs` in its condition.
 */
export interface Claims {
  /** Value of `claimed_by`. */
  claimant: string;
  now(): RawBuilder<Date>;
  /** Columns of a row that this run claims or goes on with. */
  claimed(): { claimed_by: string; claimed_until: RawBuilder<Date> };
  renewed(): { claimed_until: RawBuilder<Date> };
  /** Columns of a row that any process may claim at once. */
  released: { claimed_by: null; claimed_until: null };
  /**
   * Condition on a row: never claimed, expired, claimed by an earlier run of this data directory, or by another process for
   * longer than any claim lasts, whose clock was ahead. `row` is its alias, where a statement has several tables.
   */
  isFree(row?: string): RawBuilder<boolean>;
  /** Condition on a row: this run has it, whether or not the claim has expired since. */
  isOurs(row?: string): RawBuilder<boolean>;
}

export function createClaims(options: {
  claimant: Claimant;
  /** Duration of a claim unless it is renewed, ms. */
  claimMs: number;
  /** For tests; otherwise the store's clock. */
  clock?: (() => number) | undefined;
}): Claims {
  const { instance, run } = options.claimant;
  const claimant = `${instance} ${run}`;
  const now = (): RawBuilder<Date> => databaseTime(options.clock);
  const renewed = () => ({ claimed_until: timeAfter(now(), options.claimMs) });
  const column = (row: string | undefined, name: string) => sql.ref(row === undefined ? name : `${row}.${name}`);
  return {
    claimant,
    now,
    claimed: () => ({ claimed_by: claimant, ...renewed() }),
    renewed,
    released: { claimed_by: null, claimed_until: null },
    isFree(row) {
      const [by, until] = [column(row, 'claimed_by'), column(row, 'claimed_until')];
      const isFarAhead = sql`${until} > ${timeAfter(now(), options.claimMs + longestStatementMs)}`;
      return sql<boolean>`(${by} IS NULL OR ${until} IS NULL OR ${until} <= ${now()}
        OR ${by} <> ${claimant} AND (starts_with(${by}, ${`${instance} `}) OR ${isFarAhead}))`;
    },
    isOurs: (row) => sql<boolean>`${column(row, 'claimed_by')} = ${claimant}`,
  };
}
