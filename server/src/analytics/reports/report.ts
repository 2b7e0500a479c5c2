import type {
  BotSettings,
  breakdownDimensions,
  Detail,
  Dimension,
  Filter,
  OutputOf,
  ReportCohorts,
  ReportLine,
  ReportParams,
  ReportTable,
  ReportType,
  TargetDraft,
  UtmMeasure,
} from '@botscope/contract';
import type { Parameter, Rollup } from '../../events/store/event-store.ts';
import type { BucketSql } from '../query/bucket-sql.ts';
import type { Buckets } from '../query/buckets.ts';
import type { AttributionSettings } from '../query/dimensions.ts';
import type { Period } from '../query/period.ts';
import type { Scope, ScopedStatement, Sources } from '../query/scope.ts';
import type { SegmentLookup } from '../query/segments/segment-context.ts';

export type AttributionModel = BotSettings['source_determination'];

/** Dimensions whose values may be lines and rows. */
export type BreakdownDimension = (typeof breakdownDimensions)[number] | Extract<Dimension, `param.${string}`>;

/** A target as reports need it. */
export interface CountedTarget extends TargetDraft {
  id: number;
}

/** Settings of the bot and of the reader's account that apply to every query; see report-settings.ts. */
export interface ReportSettings extends AttributionSettings {
  /** Public key. */
  bot: string;
  /** IANA name: days, weeks and months begin at its midnights. */
  timeZone: string;
  /** A pause of this length or longer ends a session. */
  sessionGapMinutes: number;
  /** Number of commands with a line of their own. */
  commandLimit: number;
  /** Conversion targets: built-in ones first, then the bot's own, oldest first. */
  targets: readonly CountedTarget[];
  /** Local day of the bot's first event, `YYYY-MM-DD`; null without events. */
  dataSince: string | null;
  /** Segments and fields that conditions may name. */
  segments: SegmentLookup['segments'];
  fields: SegmentLookup['fields'];
  /** What advertising cost in some local days, both included; nothing unless given. */
  spends?: ((from: string, until: string) => Promise<readonly SourceSpend[]>) | undefined;
}

/** What advertising of a source cost in some days. */
export interface SourceSpend {
  source: string;
  currency: string;
  /** In the currency's smallest unit. */
  amount: number;
}

/** The words of a report's address. */
export type ReportWords = Partial<OutputOf<typeof ReportParams>> & { period: string };

/** One query of a report, from the route to the definition. */
export interface ReportQuery extends ReportSettings {
  type: ReportType;
  definition: ReportDefinition;
  period: Period;
  detail: Detail;
  /** The period that it is compared with. */
  comparison: Period | undefined;
  filter: Filter;
  /** The launch parameter whose values are counted; `sourceParameter` is the one that names the source. */
  parameter: string;
  measure: UtmMeasure;
  /** Dimension by which `audience` divides visitors. */
  dimension: BreakdownDimension;
  /** Dimension by which the headline is broken down. */
  breakdown: BreakdownDimension | undefined;
  /** The answer includes its SQL statements. */
  explain: boolean;
  signal?: AbortSignal | undefined;
}

/** A query about one period and the users of one filter, with what a definition needs to answer it. */
export interface ReportContext
  extends Omit<ReportQuery, 'definition' | 'comparison' | 'filter' | 'explain' | 'signal'> {
  scope: Scope;
  buckets: Buckets;
  /** `buckets`, in SQL. */
  bucket: BucketSql;
  /** Roll-up that may be read in place of events. */
  rollup: Rollup | undefined;
  /** It counts some users only. */
  isFiltered: boolean;
  /** In place of the most frequent names, those to list: the lines of the answer that this one is compared with. */
  named?: readonly string[] | undefined;
  /** Unix ms. */
  now: number;
  ask<Row extends object>(statement: ScopedStatement): Promise<Row[]>;
}

/** The number of a report whose users are requested. The context's scope is that of the bucket already. */
export interface CellRef {
  /** Name of a line or of a table's row; the headline unless given. */
  line?: string;
  /** Name of a table's column; of cohorts, the number of the following period. */
  column?: string;
  /** Index of a label of another axis than time; of cohorts, of the row. The scope is the whole period then. */
  position?: number;
}

/** A subquery that yields a column `user_id`, each user once or more, never 0. */
export interface UsersSql {
  sql(from: Sources): string;
  params?: Readonly<Record<string, Parameter>>;
  /** Another stretch of time than the bucket's, Unix ms: of windows that begin before it. */
  within?: { start: number; end: number };
}

interface Common {
  /** The only detail this report knows; the question's own is then left aside. */
  detail?: Detail;
  /**
   * The users behind a number, so that for a count of users there are exactly as many: of the scope's stretch of time,
   * of the line and column that `place` names. Null where there is no such number. Left out where nobody stands behind any.
   */
  users?(context: ReportContext, place: CellRef): UsersSql | null | Promise<UsersSql | null>;
  /** Names for lines and rows that are ids. */
  labels?(context: ReportContext): Record<string, string>;
}

export interface SeriesReport extends Common {
  /** Labels of another axis than the buckets of time. */
  axis?: readonly string[];
  lines(context: ReportContext): Promise<ReportLine[]>;
  /** The lines are the most frequent names of the period, or `named` ones: a comparison waits for those of the answer. */
  ranks?: true;
  /** The one line of a breakdown: names the line that is shown per value, or makes it of all; the first line unless given. */
  headline?(lines: readonly ReportLine[]): ReportLine | undefined;
  /** Queries the headline by itself, where the lines are only the top of what there is. */
  summary?(context: ReportContext): Promise<ReportLine>;
}

export interface TableReport extends Common {
  table(context: ReportContext): Promise<ReportTable>;
}

export interface CohortReport extends Common {
  cohorts(context: ReportContext): Promise<ReportCohorts>;
}

export type ReportDefinition = SeriesReport | TableReport | CohortReport;

/**
 * A row of a statement that ends in `GROUP BY bucket WITH ROLLUP`: buckets count from 1, and 0 is the whole period
 * (ROLLUP merges what the buckets have gathered, so sets and medians are not gathered twice: 176 ms against 211).
 */
export interface BucketRow {
  bucket: number;
}
