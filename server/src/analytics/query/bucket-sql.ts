import type { Parameter } from '../../events/store/event-store.ts';
import type { Buckets } from './buckets.ts';

/** SQL that finds the bucket of a moment. */
export interface BucketSql {
  /** SQL for the number (1, 2, …; UInt16) of the bucket that holds a moment, given in Unix seconds, of the period. */
  of(seconds: string): string;
  params: Record<string, Parameter>;
}

/** With more buckets of another length than this (months) borders are looked up instead. */
const maxOddBuckets = 4;

/**
 * Assigns buckets by the very starts that label them, so that the engine's own time-zone tables (another version than
 * Node's) have no say. Buckets of one length need a division, 4 ms for 10 M rows; where a few have another (a clock
 * change, weeks that the period cuts), moments after them are shifted before that. Otherwise time is divided into cells as
 * long as the shortest bucket; a cell holds one border at most, so a look at the next border decides: 16 ms of one core.
 */
export function bucketSql({ starts, end }: Pick<Buckets, 'starts' | 'end'>): BucketSql {
  const origin = (starts[0] ?? end) / 1_000;
  const ends = [...starts.slice(1), end].map((border) => border / 1_000 - origin);
  const since = (seconds: string) => `toUInt32(${seconds} - {bucket_origin:UInt32})`;
  const { cell, shifts } = computeShifts(ends);
  // More than twice as long as the others, a bucket cannot be folded once.
  if (shifts.length <= maxOddBuckets && computeLengths(ends).every((length) => length <= 2 * cell)) {
    const params = { bucket_origin: origin, bucket_cell: cell };
    const number = (elapsed: string) => `toUInt16(intDiv(${elapsed}, {bucket_cell:UInt32}) + 1)`;
    if (shifts.length === 0) return { params, of: (seconds) => number(since(seconds)) };
    const shift = (seconds: string) =>
      shifts.map((_, index) => `{bucket_shift_${index}:Int32} * (${since(seconds)} >= {bucket_after_${index}:UInt32})`);
    const ofShifts = shifts.flatMap(({ after, by }, index) => [
      [`bucket_after_${index}`, after],
      [`bucket_shift_${index}`, by],
    ]);
    return {
      params: { ...params, ...Object.fromEntries(ofShifts) },
      of: (seconds) => number(`toUInt32(${[since(seconds), ...shift(seconds)].join(' + ')})`),
    };
  }

  const shortest = Math.min(...computeLengths(ends));
  const params = {
    bucket_origin: origin,
    bucket_cell: shortest,
    bucket_ends: ends,
    bucket_of_cell: bucketOfCell(ends, shortest),
  };
  return {
    params,
    of: (seconds) => {
      const guess = `arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(${since(seconds)}, {bucket_cell:UInt32}) + 1)`;
      return `toUInt16(${guess} + (${since(seconds)} >= arrayElement({bucket_ends:Array(UInt32)}, ${guess})))`;
    },
  };
}

const computeLengths = (ends: readonly number[]): number[] => ends.map((end, index) => end - (ends[index - 1] ?? 0));

/**
 * The length (seconds) that most buckets have, and by how much moments from `after` on are shifted so that each bucket
 * looks as if it had it: what is too long is folded back into its bucket, after what is too short a gap is left.
 */
function computeShifts(ends: readonly number[]): { cell: number; shifts: { after: number; by: number }[] } {
  const lengths = computeLengths(ends);
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[cell] = [0]] = [...counts].sort((a, b) => b[1] - a[1]);
  const shifts = lengths.flatMap((length, index) => {
    const begin = (ends[index] ?? 0) - length;
    // Nothing comes after the last one.
    if (length === cell || (length < cell && index === lengths.length - 1)) return [];
    return [{ after: begin + Math.min(length, cell), by: cell - length }];
  });
  return { cell, shifts };
}

/** For each cell the number of the bucket in which it begins. */
function bucketOfCell(ends: readonly number[], cell: number): number[] {
  const last = ends.at(-1) ?? 0;
  const numbers: number[] = [];
  for (let begin = 0, bucket = 0; begin < last; begin += cell) {
    while ((ends[bucket] ?? last) <= begin) bucket += 1;
    numbers.push(bucket + 1);
  }
  return numbers;
}
