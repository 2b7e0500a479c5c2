import { othersName, type ReportLine } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type ConversionsSql, conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingUsers } from '../conversions/converting-users.ts';
import { targetNames } from '../conversions/target-names.ts';
import { countLine, sumLine } from '../lines.ts';
import type { CountedTarget, ReportContext, ReportDefinition } from '../report.ts';

const conversionsChartSummarySql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT target_id, ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS conversions
FROM ${conversions.sql(from)}
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP`;

/** Counts the conversions of each target. */
const mostReachedSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT target_id, count() AS conversions
FROM ${conversions.sql(from)}
WHERE NOT is_refund
GROUP BY target_id`;

interface Row {
  target_id: number;
  bucket: number;
  conversions: number;
}

type CountRow = Pick<Row, 'target_id' | 'conversions'>;

/** A palette has ten colours. */
const topTargets = 10;

/** A line for each of the ten targets reached most often, the rest in one line; of a period without conversions, zeros. */
export const conversionsChartSummary: ReportDefinition = {
  ranks: true,
  async lines(context) {
    const { scope, bucket, buckets, targets, named, ask } = context;
    const conversions = conversionsSql(targets, context);
    const params = { ...conversions.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(conversionsChartSummarySql(conversions, bucket), params));
    const { top, rest } = named
      ? byName(targets, named)
      : divide(
          targets,
          rows.filter((row) => row.bucket === 0),
        );
    const toLine = ({ id }: CountedTarget): ReportLine =>
      countLine(
        String(id),
        buckets.starts.length,
        rows.filter((row) => row.target_id === id),
        (row) => row.conversions,
      );
    const othersLine = sumLine(othersName, rest.map(toLine));
    return [...top.map(toLine), ...(othersLine?.total ? [othersLine] : [])];
  },
  headline: (lines) => sumLine('conversions', lines),
  async users(context, { line }) {
    const { targets } = context;
    if (line === undefined) return convertingUsers(context, targets);
    if (line !== othersName) {
      const lineTargets = targets.filter(({ id }) => String(id) === line);
      return lineTargets.length === 0 ? null : convertingUsers(context, lineTargets);
    }
    const { rest } = divide(targets, await countsOfPeriod(context));
    return rest.length === 0 ? null : convertingUsers(context, rest);
  },
  labels: targetNames,
};

/** Counts that choose the targets with lines: of the whole period, also where a bucket's users are asked for. */
function countsOfPeriod({ scope, period, targets, hiddenCommands, ask }: ReportContext): Promise<CountRow[]> {
  const conversions = conversionsSql(targets, { hiddenCommands });
  const wholeScope = scope.within(period.start, period.end);
  return ask<CountRow>(wholeScope.statement(mostReachedSql(conversions), conversions.params));
}

function byName(targets: readonly CountedTarget[], names: readonly string[]) {
  const top = names.flatMap((name) => targets.filter(({ id }) => String(id) === name));
  return { top, rest: targets.filter((target) => !top.includes(target)) };
}

function divide(targets: readonly CountedTarget[], counts: readonly CountRow[]) {
  const countsByTarget = new Map(counts.map((row) => [row.target_id, row.conversions]));
  const reached = targets.filter(({ id }) => countsByTarget.has(id));
  const shownTargets = reached.length > 0 ? reached : targets;
  // Equals stay in their own order: sorting is stable.
  const sortedTargets = [...shownTargets].sort(
    (a, b) => (countsByTarget.get(b.id) ?? 0) - (countsByTarget.get(a.id) ?? 0),
  );
  return { top: sortedTargets.slice(0, topTargets), rest: sortedTargets.slice(topTargets) };
}
