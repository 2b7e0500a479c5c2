/** A row of a statement that gathers values by `rankSql`. */
export interface Ranked {
  rank: number;
  /** The value; of the rest, one of them. */
  name: string;
}

/**
 * Rank that gathers values, from a row's `value` and `place` (from 1): those in the first {top} places each by itself,
 * the rest together; direct ones ('') by themselves wherever they are. In this form the engine plans the statement in
 * half the time of two columns with conditions (190 → 105 ms for `utm_summary`, before it reads a row).
 */
export const rankSql = "if(value = '', 0, least(place, {top:UInt16} + 1))";

export const isRemainder = ({ rank }: Ranked, top: number): boolean => rank > top;

export const isDirect = ({ rank }: Ranked): boolean => rank === 0;

/** The best first, then direct ones, then the rest. */
export function inOrder<Row extends Ranked>(rows: readonly Row[], top: number): Row[] {
  const place = (row: Row): number => (isDirect(row) ? top + 0.5 : row.rank);
  return [...rows].sort((a, b) => place(a) - place(b));
}
