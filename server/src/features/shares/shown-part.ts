import { lineId, type Report, type ReportLine, readLines, type SharedQuery } from '@botscope/contract';

/**
 * The part of a report that the page of its link shows, and no more: an answer can be read without the page. Of chosen
 * lines only those; of a comparison that was not chosen the totals, which the headline's change needs; of names of targets
 * those that stand there.
 */
export function shownPart(report: Report, query: Pick<SharedQuery, 'lines' | 'compare'>): Report {
  const lineIds = readLines(query.lines ?? '');
  const lines = lineIds === null ? report.lines : report.lines.filter((line) => lineIds.includes(lineId(line, report)));
  const { compare, labels, ...rest } = report;
  return {
    ...rest,
    lines,
    ...(compare === undefined ? {} : { compare: shownComparison(compare, query, lineIds === null ? null : lines) }),
    ...(labels === undefined ? {} : { labels: selectLabels(labels, { ...report, lines }) }),
  };
}

type Comparison = NonNullable<Report['compare']>;

function shownComparison(
  { period, buckets, lines, table }: Comparison,
  query: Pick<SharedQuery, 'compare'>,
  chosenLines: readonly ReportLine[] | null,
): Comparison {
  const matchingLines =
    chosenLines === null ? lines : lines.filter((line) => chosenLines.some((one) => isSame(one, line)));
  if (query.compare !== undefined) return { period, buckets, lines: matchingLines, ...(table ? { table } : {}) };
  return {
    period,
    buckets: [],
    lines: matchingLines.map((line) => ({ ...line, values: [] })),
    ...(table ? { table: { ...table, rows: [] } } : {}),
  };
}

const isSame = (one: ReportLine, other: ReportLine): boolean =>
  one.name === other.name && one.unit === other.unit && one.currency === other.currency;

function selectLabels(labels: Readonly<Record<string, string>>, { lines, table }: Pick<Report, 'lines' | 'table'>) {
  const names = new Set([...lines, ...(table?.rows ?? [])].map(({ name }) => name));
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.has(name)));
}
