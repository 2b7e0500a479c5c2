import type { ReportLine } from '@botscope/contract';
import { commandName } from './commands.ts';
import { actionsIn } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';
import { line, sum } from './lines.ts';
import type { Look, Question } from './question.ts';
import { getReport } from './reports.ts';
import type { FilterTerm, FilterTerms } from './user-selection.ts';
import { othersName } from './words.ts';

/** The report's headline once per value, and of everything else where there is something. */
export function breakDown(
  question: Question,
  values: readonly string[],
  lookAt: (filter: FilterTerms) => Look,
): ReportLine[] {
  const { by } = question;
  if (by === undefined) return [];
  const wholeLine = headline(question.type, lookAt(question.filter));
  if (!wholeLine) return [];
  const nothing = { ...wholeLine, values: wholeLine.values.map(() => 0), total: 0 };
  const buildLine = (name: string, condition: FilterTerm): ReportLine => {
    const valueLine = headline(question.type, lookAt(and(question.filter, condition)), wholeLine.name);
    return { ...(valueLine ?? nothing), name };
  };
  const othersLine =
    values.length > 0
      ? buildLine(othersName, { dimension: by, not: false, values, isComplement: true })
      : { ...wholeLine, name: othersName };
  const isEmpty = [othersLine.total, ...othersLine.values].every((value) => !value);
  return [
    ...values.map((value) => buildLine(value, { dimension: by, not: false, values: [value] })),
    ...(isEmpty ? [] : [othersLine]),
  ];
}

/** The one line of a report that a breakdown shows: by name, a sum, or the first one. */
function headline(type: string, look: Look, name?: string): ReportLine | undefined {
  const lines = getReport(type).answer(look).lines ?? [];
  const pickHeadline = headlines[type];
  if (pickHeadline) return pickHeadline(look, lines);
  return name === undefined ? lines[0] : lines.find((line) => line.name === name);
}

type Headline = (look: Look, lines: readonly ReportLine[]) => ReportLine | undefined;

/** Lines that are parts of one whole. */
const sumLines =
  (name: string): Headline =>
  (look, lines) =>
    lines.length === 0
      ? undefined
      : {
          name,
          ...(lines[0]?.unit === undefined ? {} : { unit: lines[0].unit }),
          values: look.buckets.map((_, index) => sum(lines.map(({ values }) => values[index] ?? 0))),
          total: sum(lines.map(({ total }) => total ?? 0)),
        };

const headlines: Readonly<Record<string, Headline>> = {
  messages_from_user: sumLines('actions'),
  app_session_source: sumLines('sessions'),
  app_session_device: sumLines('sessions'),
  app_session_version: sumLines('sessions'),
  site_session_source: sumLines('sessions'),
  site_session_device: sumLines('sessions'),
  site_session_country: sumLines('sessions'),
  conversions_chart_summary: sumLines('conversions'),
  utm_charts: sumLines('all'),
  gender: (look, lines) => sumLines('visitors')(look, lines.slice(0, -1)),
  premium: sumLines('visitors'),
  // Counts all commands, not only those at the top.
  user_commands_stat: (look) => {
    const isOne = (event: Fact) => commandName(event, look.question) !== null;
    return { ...line('actions', look, (span) => actionsIn(look.acts, span).filter(isOne).length), unit: 'actions' };
  },
};

function and(filter: FilterTerms, condition: FilterTerm): FilterTerms {
  return filter.length === 0 ? [[condition]] : filter.map((group) => [...group, condition]);
}
