import { othersName, type Report, type ReportLine, reportTypes } from '@botscope/contract';
import { incompleteBucket, localLabel } from '../query/buckets.ts';
import type { Period } from '../query/period.ts';
import { rollupOf } from '../query/rollup-of.ts';
import { usedParams } from '../query/run-query.ts';
import type { ScopedStatement } from '../query/scope.ts';
import { type Breakdown, breakDown, readBreakdown } from './breakdown.ts';
import { type ContextOf, contexts, type ReportDeps } from './context.ts';
import { type AskedReport, asks, type ReportQuestion, readQuestion } from './question.ts';
import type { ReportDefinition } from './report.ts';

export type { ReportDeps } from './context.ts';
export type { ReportQuestion } from './question.ts';

/**
 * Answers one report. A comparison is the same report over the other period, bucket by bucket in the same order (it may
 * have one more or fewer where months and weeks fall differently, and ends where the present one has got to); broken down, it has lines of the same values. Throws
 * what `readQuestion` throws, and the store.
 */
export async function runReport(deps: ReportDeps, question: ReportQuestion): Promise<Report> {
  const now = deps.now();
  const asked = readQuestion(question, now);
  const { type, definition, period, detail, comparison } = asked;
  const statements: ScopedStatement[] = [];
  const rollup = await rollupOf(deps.store, question.bot, question.signal);
  const contextOf = contexts(deps, question, asked, rollup, (statement) => statements.push(statement));

  const breakdown = asked.breakdown && (await readBreakdown(contextOf(period, asked.filter), asked.breakdown));
  const asking = answerAbout(period, asked, contextOf, breakdown);
  const compare = async () => {
    if (!comparison) return;
    // The ten largest of then need not be those of now, and "others" beside other ones would be something else.
    const named = 'lines' in definition && definition.ranks ? namesOf((await asking).answer.lines) : undefined;
    return answerAbout(comparison, asked, contextOf, breakdown, named);
  };
  const [main, other] = await Promise.all([asking, compare()]);
  return {
    type_report: type,
    unit: reportTypes[type].unit,
    detail,
    incomplete: 'lines' in definition && !definition.axis ? incompleteBucket(main.context.buckets, now) : null,
    ...main.answer,
    ...(other ? { compare: other.answer } : {}),
    ...(definition.labels ? { labels: definition.labels(main.context) } : {}),
    ...(dependsOnModel(asked) ? { model: asked.model } : {}),
    ...(asks(type, 'parameter') ? { parameter: asked.parameter } : {}),
    ...(asks(type, 'dimension') ? { by: asked.dimension } : {}),
    ...(breakdown ? { by: breakdown.dimension } : {}),
    ...(question.explain ? { statements: statements.map(told) } : {}),
    ...(question.dataSince ? { data_since: question.dataSince } : {}),
    session_gap_minutes: question.sessionGapMinutes,
  };
}

/** A report of sources, or any report whose people are told apart by them. */
function dependsOnModel({ type, filter, breakdown, dimension }: AskedReport): boolean {
  const used = [...filter.flat().map((condition) => condition.dimension), breakdown];
  const own = asks(type, 'dimension') ? [dimension] : [];
  return asks(type, 'model') || [...used, ...own].some((one) => one === 'source' || one?.startsWith('param.'));
}

const namesOf = (lines: readonly ReportLine[]): string[] =>
  [...new Set(lines.map(({ name }) => name))].filter((name) => name !== othersName);

async function answerAbout(
  about: Period,
  { definition, filter }: AskedReport,
  contextOf: ContextOf,
  breakdown: Breakdown | undefined,
  named?: readonly string[],
) {
  const context = contextOf(about, filter, named);
  const answered =
    breakdown && 'lines' in definition
      ? { lines: await breakDown(definition, breakdown, filter, (narrower) => contextOf(about, narrower)) }
      : await answerOf(definition, context);
  const { from, to, timeZone, end, endsEarly } = about;
  const period = { from, to, time_zone: timeZone, ...(endsEarly ? { until: localLabel(end, timeZone) } : {}) };
  return { context, answer: { period, buckets: axisOf(definition, context.buckets.labels), ...answered } };
}

async function answerOf(definition: ReportDefinition, context: ReturnType<ContextOf>) {
  if ('lines' in definition) return { lines: await definition.lines(context) };
  if ('table' in definition) return { lines: [], table: await definition.table(context) };
  return { lines: [], cohorts: await definition.cohorts(context) };
}

/** A table has no axis at all, and cohorts label their own rows. */
function axisOf(definition: ReportDefinition, ofTime: readonly string[]): string[] {
  if (!('lines' in definition)) return [];
  return [...(definition.axis ?? ofTime)];
}

/** JSON has no big integers. */
function told(statement: ScopedStatement) {
  const params = Object.entries(usedParams(statement)).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ]);
  return { sql: statement.sql, params: Object.fromEntries(params) };
}
