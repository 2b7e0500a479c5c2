import { othersName, type ReportLine } from '@botscope/contract';
import { topValuesSql } from '../query/dimension-values.sql.ts';
import type { FilterTerm, FilterTerms } from '../query/filter-sql.ts';
import { segmentValues } from '../query/segments/segment-context.ts';
import type { BreakdownDimension, ReportContext, SeriesReport } from './report.ts';

/** A palette has ten colours, and nobody reads more lines. */
const topGroups = 10;

export interface Breakdown {
  dimension: BreakdownDimension;
  /** Values with the most users who acted in the period, most first: ten at most. */
  values: readonly string[];
}

export async function readBreakdown(context: ReportContext, dimension: BreakdownDimension): Promise<Breakdown> {
  if (dimension === 'segment') return { dimension, values: segmentsOfBreakdown(context.segments) };
  const top = topValuesSql(dimension, context);
  const rows = await context.ask<{ value: string }>(
    context.scope.statement(top.sql(false), { ...top.params, top: topGroups }),
  );
  return { dimension, values: rows.map(({ value }) => value) };
}

/** The segments that have a line of their own. */
export const segmentsOfBreakdown = (segments: ReportContext['segments']): string[] =>
  segmentValues(segments).slice(0, topGroups);

/**
 * The report's headline once per value, then of everything else (`othersName`; left out where there is nothing). Each is
 * the report itself about fewer users, so that averages and distinct counts are exact too.
 */
export async function breakDown(
  definition: SeriesReport,
  { dimension, values }: Breakdown,
  filter: FilterTerms,
  contextOf: (filter: FilterTerms) => ReportContext,
): Promise<ReportLine[]> {
  const headline = await loadHeadline(definition, contextOf(filter));
  if (headline === undefined) return [];
  const loadLine = async (name: string, condition: FilterTerm): Promise<ReportLine> => {
    const valueHeadline = await loadHeadline(definition, contextOf(and(filter, condition)), headline.name);
    return { ...(valueHeadline ?? { ...headline, values: headline.values.map(() => 0), total: 0 }), name };
  };
  const lines = await Promise.all([
    ...values.map((value) => loadLine(value, { dimension, not: false, values: [value] })),
    values.length > 0
      ? loadLine(othersName, { dimension, not: false, values, isComplement: true })
      : { ...headline, name: othersName },
  ]);
  return lines.filter((line) => line.name !== othersName || [line.total, ...line.values].some((value) => value));
}

/** The condition holds in every group; the empty filter has none and holds for everyone. */
export function and(filter: FilterTerms, condition: FilterTerm): FilterTerms {
  return filter.length === 0 ? [[condition]] : filter.map((group) => [...group, condition]);
}

async function loadHeadline(
  definition: SeriesReport,
  context: ReportContext,
  name?: string,
): Promise<ReportLine | undefined> {
  if (definition.summary) return await definition.summary(context);
  const lines = await definition.lines(context);
  if (definition.headline) return definition.headline(lines);
  return name === undefined ? lines[0] : lines.find((line) => line.name === name);
}
