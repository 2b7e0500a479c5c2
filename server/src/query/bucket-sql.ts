import type { Parameter } from '../events/event-store.ts';
import type { Buckets } from './buckets.ts';

/** How a statement finds the bucket of a moment. */
export interface BucketSql {
  /** SQL for the number (1, 2, …; UInt16) of the bucket that holds a moment, given in Unix seconds, of the period. */
  of(seconds: string): string;
  params: Record<string, Parameter>;
}

/**
 * Assigns buckets by the very starts that label them, so that the engine's own time-zone tables (another edition than
 * Node's) have no say. Buckets of one length need a division: 4 ms for 10 M rows. Otherwise time is divided into cells
 * as long as the shortest bucket; a cell holds one border at most, so a look at the next border decides: 16 ms.
 */
export function bucketSql({ starts, end }: Pick<Buckets, 'starts' | 'end'>): BucketSql {
  const origin = (starts[0] ?? end) / 1_000;
  const ends = [...starts.slice(1), end].map((border) => border / 1_000 - origin);
  const lengths = ends.map((border, index) => border - (ends[index - 1] ?? 0));
  const cell = Math.min(...lengths);
  const since = (seconds: string) => `toUInt32(${seconds} - {bucket_origin:UInt32})`;
  const params = { bucket_origin: origin, bucket_cell: cell };

  if (lengths.every((length) => length === cell)) {
    return { params, of: (seconds) => `toUInt16(intDiv(${since(seconds)}, {bucket_cell:UInt32}) + 1)` };
  }
  return {
    params: { ...params, bucket_ends: ends, bucket_of_cell: bucketOfCell(ends, cell) },
    of: (seconds) => {
      const guess = `arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(${since(seconds)}, {bucket_cell:UInt32}) + 1)`;
      return `toUInt16(${guess} + (${since(seconds)} >= arrayElement({bucket_ends:Array(UInt32)}, ${guess})))`;
    },
  };
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
