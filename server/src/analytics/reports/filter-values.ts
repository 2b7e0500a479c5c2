import { isDimension } from '@botscope/contract';
import { launchRows, links } from '../../events/rollups/read/launch-rows.sql.ts';
import type { Rollup } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { topValuesOfUsersSql } from '../query/dimension-values.sql.ts';
import { loadRollup } from '../query/load-rollup.ts';
import { parsePeriod } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { type ScopedStatement, scope } from '../query/scope.ts';
import { segmentValues } from '../query/segments/segment-context.ts';
import type { ReportDeps } from './context.ts';
import type { ReportSettings } from './report.ts';

interface FilterValuesWords {
  period: string;
  /** A word of contract's `dimensions`, or `param.<name>`. */
  dimension: string;
  /** Only values that contain it, in whatever case. */
  search?: string | undefined;
}

interface FilterValues {
  /** `users` is null where finding out would be a query for each. */
  values: { value: string; users: number | null }[];
  parameters: string[];
}

/** A list that is longer is searched, not read. */
const maxValues = 50;
const maxParameters = 100;

const parametersSql = (rollup: Rollup | undefined): string => `
SELECT arrayJoin(mapKeys(params)) AS parameter
FROM ${launchRows(links, { until: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')", rollup })}
  AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
GROUP BY parameter
ORDER BY count() DESC, parameter
LIMIT {top:UInt16}`;

/**
 * Values of a dimension that users who acted in the period have, and the names of launch parameters that came in it,
 * each with the most users or launches first. Throws InvalidDimension, InvalidPeriod, InvalidField.
 */
export async function readFilterValues(
  deps: ReportDeps,
  { period: periodText, dimension, search = '' }: FilterValuesWords,
  settings: ReportSettings,
  signal?: AbortSignal,
): Promise<FilterValues> {
  const { bot, timeZone, dataSince } = settings;
  if (!isDimension(dimension)) throw new AppError('InvalidDimension', { field: 'dimension' });
  if (dimension === 'segment') {
    const values = segmentValues(settings.segments, search).slice(0, maxValues);
    return { values: values.map((value) => ({ value, users: null })), parameters: [] };
  }
  const period = parsePeriod(periodText, timeZone, deps.now(), { dataSince });
  const rollup = await loadRollup(deps.store, bot, signal);
  const scoped = scope(bot, period.start, period.end, undefined, rollup);
  const ask = <Row extends object>(statement: ScopedStatement): Promise<Row[]> =>
    runQuery<Row>(deps.store, statement, { tag: `filter-values/${bot}`, signal });
  const top = topValuesOfUsersSql(dimension, { ...settings, rollup });
  const [values, parameters] = await Promise.all([
    ask<{ value: string; users: number }>(
      scoped.statement(top.sql(search !== ''), { ...top.params, top: maxValues, search }),
    ),
    ask<{ parameter: string }>(scoped.statement(() => parametersSql(rollup), { top: maxParameters })),
  ]);
  return { values, parameters: parameters.map(({ parameter }) => parameter) };
}
