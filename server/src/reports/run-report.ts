import { comparisons, type Report, type ReportLine, type ReportType, reportTypes } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { EventStore } from '../events/event-store.ts';
import { bucketSql } from '../query/bucket-sql.ts';
import { cutIntoBuckets, incompleteBucket } from '../query/buckets.ts';
import { type Period, previousPeriod, readDetail, readPeriod, yearEarlier } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { scope } from '../query/scope.ts';
import { catalogue } from './catalogue.ts';
import { LONGEST_BUTTON } from './command-sql.ts';
import type { ReportDefinition } from './report.ts';

export interface ReportDeps {
  store: Pick<EventStore, 'query'>;
  /** Unix ms. */
  now(): number;
}

export interface ReportQuestion {
  /** Public key of the bot. */
  bot: string;
  /** A word of contract's `reportTypes`. */
  type: string;
  /** `today`, `7d`, `30d`, `90d` or `YYYY-MM-DD..YYYY-MM-DD`. */
  period: string;
  detail?: string | undefined;
  compare?: string | undefined;
  /** IANA name: days, weeks and months begin at its midnights. */
  timeZone: string;
  sessionGapMinutes: number;
  /** The bot's approved hidden commands: texts that count as commands. None unless given. */
  hiddenCommands?: readonly string[] | undefined;
  /** Button data is counted by its first characters, at most this many; by all 64 unless given. */
  callbackMaxLength?: number | undefined;
  signal?: AbortSignal | undefined;
}

const comparedPeriod = { previous: previousPeriod, year: yearEarlier } as const;

/**
 * Answers one report. A comparison is the same report over the other period, bucket by bucket in the same order (it may
 * have one more or fewer where months and weeks fall differently). Throws AppError: UnknownReport, InvalidPeriod,
 * InvalidDetail, InvalidCompare, PeriodTooLong, and what the store throws.
 */
export async function runReport(deps: ReportDeps, question: ReportQuestion): Promise<Report> {
  const { timeZone, sessionGapMinutes } = question;
  const type = readType(question.type);
  const definition = catalogue[type];
  const now = deps.now();
  const period = readPeriod(question.period, timeZone, now);
  const detail = definition.detail ?? readDetail(question.detail, period);
  const comparison = readComparison(question.compare);

  const answer = async (about: Period) => {
    const buckets = cutIntoBuckets(about, detail);
    const lines: ReportLine[] = await definition.lines({
      scope: scope(question.bot, about.start, about.end),
      period: about,
      buckets,
      bucket: bucketSql(buckets),
      sessionGapMs: sessionGapMinutes * 60_000,
      hiddenCommands: question.hiddenCommands ?? [],
      callbackMaxLength: question.callbackMaxLength ?? LONGEST_BUTTON,
      now,
      ask: (statement) =>
        runQuery(deps.store, statement, { tag: `report/${type}/${question.bot}`, signal: question.signal }),
    });
    return { buckets, series: { period: published(about), buckets: labels(definition, buckets.labels), lines } };
  };

  const [main, other] = await Promise.all([
    answer(period),
    comparison ? answer(comparedPeriod[comparison](period)) : undefined,
  ]);
  return {
    type_report: type,
    unit: reportTypes[type].unit,
    detail,
    incomplete: definition.axis ? null : incompleteBucket(main.buckets, now),
    ...main.series,
    ...(other ? { compare: other.series } : {}),
    session_gap_minutes: sessionGapMinutes,
  };
}

function labels(definition: ReportDefinition, ofTime: readonly string[]): string[] {
  return [...(definition.axis ?? ofTime)];
}

function published({ from, to, timeZone }: Period) {
  return { from, to, time_zone: timeZone };
}

function readType(text: string): ReportType {
  if (!Object.hasOwn(catalogue, text)) throw new AppError('UnknownReport', { field: 'type_report' });
  return text as ReportType;
}

function readComparison(text: string | undefined) {
  if (text === undefined) return undefined;
  const comparison = comparisons.find((one) => one === text);
  if (!comparison) throw new AppError('InvalidCompare', { field: 'compare' });
  return comparison;
}
