import type { ReportContext } from '../report.ts';
import { type Changes, changesSql } from '../user-counts/user-counts.sql.ts';
import { arrivalsSql } from './users-graph.sql.ts';

/** Movements within each bucket, and the users there at its end. */
export interface Population {
  new: number[];
  left: number[];
  returned: number[];
  /** All bot users. */
  all: number[];
  /** Bot users who have not left: new + returned - left, cumulated since the bot's first day. */
  live: number[];
}

interface Arrivals {
  bucket: number;
  users: number;
}

export async function readPopulation(
  context: Pick<ReportContext, 'scope' | 'bucket' | 'buckets' | 'ask'>,
): Promise<Population> {
  const { scope, bucket, buckets, ask } = context;
  const [arrivals, changes] = await Promise.all([
    ask<Arrivals>(scope.statement(arrivalsSql(bucket), bucket.params)),
    ask<Changes>(scope.statement(changesSql(bucket), bucket.params)),
  ]);
  const arrivalsByBucket = new Map(arrivals.map((row) => [row.bucket, row.users]));
  const changesByBucket = new Map(changes.map((row) => [row.bucket, row]));
  const population: Population = { new: [], left: [], returned: [], all: [], live: [] };
  // Bucket 0 of the arrivals is the time before the period.
  let all = arrivalsByBucket.get(0) ?? 0;
  let live = all - (changesByBucket.get(0)?.away_before ?? 0);
  for (let number = 1; number <= buckets.starts.length; number += 1) {
    const came = arrivalsByBucket.get(number) ?? 0;
    const { left, returned } = changesByBucket.get(number) ?? { left: 0, returned: 0 };
    all += came;
    live += came + returned - left;
    population.new.push(came);
    population.left.push(left);
    population.returned.push(returned);
    population.all.push(all);
    population.live.push(live);
  }
  return population;
}
