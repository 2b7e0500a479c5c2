import { othersName, type ReportLine, type Unit, type UtmMeasure } from '@botscope/contract';
import { conversionsSql } from '../conversions/conversions.sql.ts';
import { launchValues } from '../launch-values/launch-values.ts';
import { usersOfValue } from '../launch-values/users-of-value.ts';
import { inOrder, isDirect, isRemainder, type Ranked } from '../ranked.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';
import { utmChartsSql } from './utm-charts.sql.ts';

/** A palette has ten colours. Direct ones and the rest come on top of it. */
const top = 10;

const units: Record<UtmMeasure, Unit> = {
  launches: 'launches',
  new: 'users',
  visitors: 'users',
  left: 'users',
  conversions: 'conversions',
};

interface Row extends Ranked {
  /** By number of the bucket, those that are zero left out; 0 is the whole period. */
  points: Record<string, number>;
}

/** One measure of the values of a launch parameter over time, a line per value. */
export const utmCharts: ReportDefinition = {
  ranks: true,
  lines: readLines,
  /** Every user and every action is in exactly one line. */
  headline: (lines) => {
    const [first] = lines;
    return (
      first && {
        ...first,
        values: first.values.map((_, index) => sum(lines.map(({ values }) => values[index] ?? 0))),
        total: sum(lines.map(({ total }) => total ?? 0)),
      }
    );
  },
  async users(context, { line }) {
    if (line !== othersName) return usersOfValue(context, context.measure, line);
    // The whole period decides which values share the line, not the bucket.
    const { start, end } = context.period;
    const lines = await readLines({ ...context, scope: context.scope.within(start, end) });
    const shownNames = lines.map(({ name }) => name);
    return usersOfValue(context, context.measure, line, shownNames);
  },
};

async function readLines(context: ReportContext): Promise<ReportLine[]> {
  const { scope, bucket, buckets, measure, targets, ask } = context;
  // Direct ones have a line anyway.
  const lineNames = context.named?.filter((name) => name !== '');
  const values = launchValues(context);
  const conversions = conversionsSql(targets, context);
  const rows = await ask<Row>(
    scope.statement(
      utmChartsSql({
        measure,
        values,
        conversions,
        bucket,
        count: buckets.starts.length,
        isNamed: lineNames !== undefined,
      }),
      {
        ...bucket.params,
        ...values.params,
        ...conversions.params,
        top,
        ...(lineNames ? { named: lineNames } : {}),
      },
    ),
  );
  const toLine = (row: Row): ReportLine => ({
    name: isRemainder(row, top) ? othersName : row.name,
    unit: units[measure],
    values: buckets.starts.map((_, index) => row.points[index + 1] ?? 0),
    total: row.points[0] ?? 0,
  });
  // Direct ones always have a line: without any, the others would look like everyone.
  const directRows: Row[] = rows.some(isDirect) ? [] : [{ rank: 0, name: '', points: {} }];
  const missingRows = (lineNames ?? []).flatMap((name, index) =>
    rows.some((row) => row.rank === index + 1) ? [] : [{ rank: index + 1, name, points: {} }],
  );
  return inOrder([...rows, ...directRows, ...missingRows], top).map(toLine);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
