import { type Event, othersName, type Report, reportTypes } from '@botscope/contract';
import { answers } from './answers.ts';
import { breakDown } from './breakdown.ts';
import { asFarAs, bucketsOf, clockOf, type Days, daysBefore, spanOf, yearBefore } from './calendar.ts';
import { eachOnce } from './events.ts';
import type { Look, Question } from './question.ts';
import { hours } from './reports/actions.ts';
import { segmentOf, topValues, type WantedFilter } from './segment.ts';

/**
 * Answers a report from a bot's events alone, by the definitions and nothing else: no store, no statement, plain loops
 * over everything. Slow, and for few events. Events may come in any order and more than once.
 */
export function answerByCounting(copies: readonly Event[], asked: Question): Report {
  const question: Question = { ...asked, detail: ownDetail[asked.type] ?? asked.detail };
  const { shape, unit, asks } = reportTypes[question.type as keyof typeof reportTypes];
  const lookAt = (days: Days, filter: WantedFilter, named: readonly string[] | null = null): Look => {
    const buckets = bucketsOf(days, question.detail);
    const span = spanOf(buckets);
    const events = eachOnce(copies);
    const segment = segmentOf(filter, { events, copies }, span, question);
    const lives = events.filter(({ userId }) => segment.hasPerson(userId));
    return { question, days, span, buckets, events, copies, named, lives, acts: events.filter(segment.hasAction) };
  };
  const answerAbout = (days: Days, values: readonly string[] | null, named: readonly string[] | null = null) => {
    const look = lookAt(days, question.filter, named);
    const answer = answers[question.type];
    const answered =
      values && question.by
        ? { lines: breakDown(question, values, (filter) => lookAt(days, filter)) }
        : { lines: [], ...answer?.(look) };
    const labels = axes[question.type] ?? look.buckets.map(({ label }) => label);
    return {
      period: {
        from: days.from,
        to: days.to,
        time_zone: days.zone,
        ...(days.until === undefined ? {} : { until: clockOf(days.until, days.zone) }),
      },
      buckets: shape === 'series' ? [...labels] : [],
      ...answered,
    };
  };

  const days = { from: question.from, to: question.to, zone: question.zone };
  const { buckets, span, events } = lookAt(days, []);
  const values =
    question.by && !asks.some((one) => one === 'dimension')
      ? topValues(question.by, { events, copies }, span, question)
      : null;
  const answer = answerAbout(days, values);
  const named = [...new Set(answer.lines.map(({ name }) => name))].filter((name) => name !== othersName);
  const open = buckets.findIndex(({ start, end }) => start <= question.now && question.now < end);
  const hasTime = shape === 'series' && axes[question.type] === undefined;
  const has = (what: string) => asks.some((one) => one === what);
  return {
    type_report: question.type,
    unit,
    detail: question.detail,
    incomplete: hasTime && open >= 0 ? open : null,
    ...answer,
    ...(question.compare
      ? { compare: answerAbout(asFarAs(comparedDays[question.compare](days), days, question.now), values, named) }
      : {}),
    ...(namesTargets.includes(question.type) ? { labels: targetNames(question) } : {}),
    ...(has('model') || asksForSources(question) ? { model: question.model } : {}),
    ...(has('parameter') ? { parameter: question.parameter } : {}),
    ...(has('dimension') ? { by: question.by ?? 'language' } : {}),
    ...(values ? { by: question.by } : {}),
    session_gap_minutes: question.sessionGapMinutes,
  };
}

/** Reports whose lines and rows are called by the ids of targets. */
const namesTargets = ['conversion_summary', 'conversions_chart_summary'];

function targetNames({ targets }: Question): Record<string, string> {
  return Object.fromEntries(targets.map(({ id, name }) => [String(id), name]));
}

/** Whether anything but the report itself depends on the attribution model. */
function asksForSources({ filter, by }: Question): boolean {
  const dimensions = [...filter.flat().map(({ dimension }) => dimension), ...(by ? [by] : [])];
  return dimensions.some((dimension) => dimension === 'source' || dimension.startsWith('param.'));
}

const comparedDays = { previous: daysBefore, year: yearBefore };

/** Reports that know but one detail, and those that are not drawn over time. */
const ownDetail: Readonly<Record<string, Question['detail']>> = { activity_hours: 'hour' };
const axes: Readonly<Record<string, readonly string[]>> = { activity_hours: hours };
