import type { Report } from '@botscope/contract';
import { breakDown } from './breakdown.ts';
import { asFarAs, type Days, daysBefore, formatClock, yearBefore } from './calendar.ts';
import type { Delivery } from './deliveries.ts';
import { firstMoment } from './fact-sets.ts';
import { lookerAt, readFacts } from './look.ts';
import type { Question } from './question.ts';
import { hours } from './reports/actions.ts';
import { getReport, supports } from './reports.ts';
import { topValues } from './user-selection.ts';
import { othersName } from './words.ts';

/**
 * Answers a report from what was delivered to a bot, by docs/metrics.md and nothing else: no store, no statement, no
 * function that the product reads, plain loops over everything. Slow, and for some hundred deliveries (README.md).
 */
export function answerByCounting(deliveries: readonly Delivery[], requested: Question): Report {
  const question: Question = { ...requested, detail: ownDetail[requested.type] ?? requested.detail };
  const { shape, unit, answer: answerReport } = getReport(question.type);
  const lookAt = lookerAt(deliveries, question);
  const answerAbout = (
    days: Days,
    values: readonly string[] | null,
    requestedNames: readonly string[] | null = null,
  ) => {
    const look = lookAt(days, question.filter, requestedNames);
    const content =
      values && question.by
        ? { lines: breakDown(question, values, (filter) => lookAt(days, filter)) }
        : { lines: [], ...answerReport(look) };
    const labels = axes[question.type] ?? look.buckets.map(({ label }) => label);
    return {
      period: {
        from: days.from,
        to: days.to,
        time_zone: days.zone,
        ...(days.until === undefined ? {} : { until: formatClock(days.until, days.zone) }),
      },
      buckets: shape === 'series' ? [...labels] : [],
      ...content,
    };
  };

  const days = { from: question.from, to: question.to, zone: question.zone };
  const { buckets, span, facts } = lookAt(days, []);
  const values =
    question.by && !supports(question.type, 'dimension') ? topValues(question.by, { facts }, span, question) : null;
  const answer = answerAbout(days, values);
  const lineNames = [...new Set(answer.lines.map(({ name }) => name))].filter((name) => name !== othersName);
  const open = buckets.findIndex(({ start, end }) => start <= question.now && question.now < end);
  const hasTime = shape === 'series' && axes[question.type] === undefined;
  return {
    type_report: question.type,
    unit,
    detail: question.detail,
    incomplete: hasTime && open >= 0 ? open : null,
    ...answer,
    ...(question.compare
      ? { compare: answerAbout(asFarAs(comparedDays[question.compare](days), days, question.now), values, lineNames) }
      : {}),
    ...(namesTargets.includes(question.type) ? { labels: targetNames(question) } : {}),
    ...(supports(question.type, 'model') || usesSources(question) ? { model: question.model } : {}),
    ...(supports(question.type, 'parameter') ? { parameter: question.parameter } : {}),
    ...(supports(question.type, 'dimension') ? { by: question.by ?? 'language' } : {}),
    ...(values ? { by: question.by } : {}),
    session_gap_minutes: question.sessionGapMinutes,
  };
}

/** The local day of the bot's first event, before which there is no data; null without events. Websites do not begin it. */
export function firstDay(
  deliveries: readonly Delivery[],
  { rules, zone }: Pick<Question, 'rules' | 'zone'>,
): string | null {
  const first = firstMoment(readFacts(deliveries, rules).filter(({ kind }) => kind !== 'site_event'));
  return first === null ? null : formatClock(first, zone).slice(0, 10);
}

/** Reports whose lines and rows are called by the ids of targets. */
const namesTargets = ['conversion_summary', 'conversions_chart_summary'];

function targetNames({ targets }: Question): Record<string, string> {
  return Object.fromEntries(targets.map(({ id, name }) => [String(id), name]));
}

/** Whether anything but the report itself depends on the attribution model. */
function usesSources({ filter, by }: Question): boolean {
  const dimensions = [...filter.flat().map(({ dimension }) => dimension), ...(by ? [by] : [])];
  return dimensions.some((dimension) => dimension === 'source' || dimension.startsWith('param.'));
}

const comparedDays = { previous: daysBefore, year: yearBefore };

/** Reports that know but one detail, and those that are not drawn over time. */
const ownDetail: Readonly<Record<string, Question['detail']>> = { activity_hours: 'hour' };
const axes: Readonly<Record<string, readonly string[]>> = { activity_hours: hours };
