import { othersName, type Report, type ReportLine, reportTypes, supportsOption } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { incompleteBucket, localLabel } from '../query/buckets.ts';
import { loadRollup } from '../query/load-rollup.ts';
import type { Period } from '../query/period.ts';
import { usedParams } from '../query/run-query.ts';
import type { ScopedStatement } from '../query/scope.ts';
import { type Breakdown, breakDown, readBreakdown } from './breakdown.ts';
import { type ContextOf, contexts, type ReportDeps } from './context.ts';
import type { ReportDefinition, ReportQuery } from './report.ts';

export type { ReportDeps } from './context.ts';

/** Whole answers also say how complete they are. */
export type AnswerDeps = ReportDeps & { store: Pick<EventStore, 'completeUntil'> };

/**
 * Answers one report. A comparison is the same report over the other period, bucket by bucket in the same order (it may
 * have one more or fewer where months and weeks fall differently, and ends as far into it as the present period has
 * reached); broken down, it has lines of the same values. Throws what the store throws.
 */
export async function runReport(deps: AnswerDeps, query: ReportQuery): Promise<Report> {
  const { type, definition, period, detail, comparison } = query;
  const statements: ScopedStatement[] = [];
  const rollup = await loadRollup(deps.store, query.bot, query.signal);
  // Before the statements run: a row that reaches the engine meanwhile may be in one of them alone.
  const completeUntil = await deps.store.completeUntil(query.bot);
  const contextOf = contexts(deps, query, rollup, (statement) => statements.push(statement));

  const breakdown = query.breakdown && (await readBreakdown(contextOf(period, query.filter), query.breakdown));
  const answering = answerAbout(period, query, contextOf, breakdown);
  const compare = async () => {
    if (!comparison) return;
    // The ten largest of then need not be those of now, and "others" beside other ones would be something else.
    const lineNames = 'lines' in definition && definition.ranks ? namesOf((await answering).answer.lines) : undefined;
    return answerAbout(comparison, query, contextOf, breakdown, lineNames);
  };
  const [main, other] = await Promise.all([answering, compare()]);
  return {
    type_report: type,
    unit: reportTypes[type].unit,
    detail,
    incomplete: 'lines' in definition && !definition.axis ? incompleteBucket(main.context.buckets, deps.now()) : null,
    ...main.answer,
    ...(other ? { compare: other.answer } : {}),
    ...(definition.labels ? { labels: definition.labels(main.context) } : {}),
    ...(dependsOnModel(query) ? { model: query.model } : {}),
    ...(supportsOption(type, 'parameter') ? { parameter: query.parameter } : {}),
    ...(supportsOption(type, 'dimension') ? { by: query.dimension } : {}),
    ...(breakdown ? { by: breakdown.dimension } : {}),
    ...(query.explain ? { statements: statements.map(serializeStatement) } : {}),
    ...(query.dataSince ? { data_since: query.dataSince } : {}),
    ...(completeUntil === null ? {} : { complete_until: new Date(completeUntil).toISOString() }),
    session_gap_minutes: query.sessionGapMinutes,
  };
}

/** A report of sources, or any report whose users are selected or divided by them. */
function dependsOnModel({ type, filter, breakdown, dimension }: ReportQuery): boolean {
  const usedDimensions = [...filter.flat().map((condition) => condition.dimension), breakdown];
  const ownDimensions = supportsOption(type, 'dimension') ? [dimension] : [];
  return (
    supportsOption(type, 'model') ||
    [...usedDimensions, ...ownDimensions].some((one) => one === 'source' || one?.startsWith('param.'))
  );
}

const namesOf = (lines: readonly ReportLine[]): string[] =>
  [...new Set(lines.map(({ name }) => name))].filter((name) => name !== othersName);

async function answerAbout(
  targetPeriod: Period,
  { definition, filter }: ReportQuery,
  contextOf: ContextOf,
  breakdown: Breakdown | undefined,
  lineNames?: readonly string[],
) {
  const context = contextOf(targetPeriod, filter, lineNames);
  const results =
    breakdown && 'lines' in definition
      ? { lines: await breakDown(definition, breakdown, filter, (narrower) => contextOf(targetPeriod, narrower)) }
      : await loadAnswer(definition, context);
  const { from, to, timeZone, end, endsEarly } = targetPeriod;
  const period = { from, to, time_zone: timeZone, ...(endsEarly ? { until: localLabel(end, timeZone) } : {}) };
  return { context, answer: { period, buckets: axisOf(definition, context.buckets.labels), ...results } };
}

async function loadAnswer(definition: ReportDefinition, context: ReturnType<ContextOf>) {
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
function serializeStatement(statement: ScopedStatement) {
  const params = Object.entries(usedParams(statement)).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ]);
  return { sql: statement.sql, params: Object.fromEntries(params) };
}
