import * as z from 'zod/mini';
import { sourceDeterminations } from './bot-settings.ts';
import { endpoint } from './endpoint.ts';
import { BotKey } from './ids.ts';

export const details = ['hour', 'day', 'week', 'month'] as const;
export type Detail = (typeof details)[number];

/** Dimensions by which `audience` and a breakdown may group users; `param.<name>` too. */
export const breakdownDimensions = [
  'source',
  'language',
  'premium',
  'gender',
  'country',
  'chat_type',
  'audience',
  'segment',
] as const;

/** The name of a line or row that holds all values outside the top. Never a value that users can send: those have no line feed. */
export const othersName = '\nothers';

/** A word of an address: none of the product's, nor of a bot, is longer. */
const word = z.string().check(z.maxLength(512));
/** Longer is no address that a browser keeps, and a statement beyond what the engine reads. */
export const FilterText = z.string().check(z.maxLength(16_000));
/** A dimension that a report is divided by. */
export const BreakdownText = z.string().check(z.maxLength(512));
/** A word of `utmMeasures`. */
export const MeasureText = z.string();

const Line = z.object({
  /** A word of the report's own vocabulary, translated by the dashboard (`Reports.lines.<name>`), or data such as a command. */
  name: z.string(),
  unit: z.optional(z.string()),
  /** Currency of a line of money: ISO 4217 code, or `XTR` for Telegram Stars. */
  currency: z.optional(z.string()),
  /** One per bucket; null is a gap: there is nothing to average. */
  values: z.array(z.nullable(z.number())),
  /** Over the whole period, counted separately, never a sum of distinct counts; null where there is nothing to average. */
  total: z.nullable(z.number()),
});
export type ReportLine = z.output<typeof Line>;

const Column = z.object({
  /** A word of the report's vocabulary (`Reports.columns.<name>`), unless `currency` says what it is. */
  name: z.string(),
  unit: z.string(),
  currency: z.optional(z.string()),
});

const Table = z.object({
  columns: z.array(Column),
  rows: z.array(
    z.object({
      /** Data: a source, a target's id; '' = none (direct); `othersName`. */
      name: z.string(),
      /** Number of values that `othersName` combines. */
      others: z.optional(z.number()),
      values: z.array(z.nullable(z.number())),
    }),
  ),
  /** Counted separately, one per column: distinct users are never added up. */
  totals: z.array(z.nullable(z.number())),
});
export type ReportTable = z.output<typeof Table>;

const Cohorts = z.object({
  rows: z.array(
    z.object({
      /** Local start of the period in which these users were new: `YYYY-MM-DDTHH:mm:ss±hh:mm`. */
      start: z.string(),
      size: z.number(),
      /** Users with an action in the k-th following period; the first is the period itself. Shorter the younger the group. */
      values: z.array(z.number()),
      /** Index of the value whose period contains the present moment. */
      incomplete: z.nullable(z.number()),
    }),
  ),
});
export type ReportCohorts = z.output<typeof Cohorts>;

const Period = z.object({
  /** First and last local day, `YYYY-MM-DD`, both included. */
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  /** Time of day at which a comparison with an unfinished period ends within its last day. */
  until: z.optional(z.string()),
});

const Series = z.object({
  period: Period,
  /** Local start of each bucket: `YYYY-MM-DDTHH:mm:ss±hh:mm`. */
  buckets: z.array(z.string()),
  lines: z.array(Line),
  table: z.optional(Table),
});

export const Report = z.object({
  type_report: z.string(),
  unit: z.string(),
  period: Period,
  detail: z.enum(details),
  buckets: z.array(z.string()),
  /** Index of the bucket that contains the present moment, if any: it is not complete yet. */
  incomplete: z.nullable(z.number()),
  lines: z.array(Line),
  /** Set for reports whose shape is `table`; `lines` is empty then. */
  table: z.optional(Table),
  /** Set for reports whose shape is `cohorts`. */
  cohorts: z.optional(Cohorts),
  compare: z.optional(Series),
  /** Labels of lines and rows whose names are ids: names of targets. */
  labels: z.optional(z.record(z.string(), z.string())),
  /** The attribution model that was applied, where the answer depends on one. */
  model: z.optional(z.enum(sourceDeterminations)),
  /** The launch parameter that rows are values of. */
  parameter: z.optional(word),
  /** The dimension that lines are values of: of a breakdown, and of `audience`. */
  by: z.optional(word),
  /** Statements that the event store was sent, if the query asked for them. */
  statements: z.optional(z.array(z.object({ sql: z.string(), params: z.record(z.string(), z.unknown()) }))),
  /** Local day of the bot's first event, `YYYY-MM-DD`: what lies before is unknown rather than zero. Left out without events. */
  data_since: z.optional(z.string()),
  /**
   * Events that were received after this moment (UTC, ISO) may be missing, because the event store is behind; left out
   * while it is not. Ask again to see them.
   */
  complete_until: z.optional(z.string()),
  /** The pause that ends a session, a setting of the bot: the dashboard names it in "How is this counted?". */
  session_gap_minutes: z.optional(z.number()),
});
export type Report = z.output<typeof Report>;

export const ReportParams = z.object({
  period: z._default(z.string(), '30d'),
  detail: z.optional(z.string()),
  /** A word of `comparisons`. */
  compare: z.optional(z.string()),
  /** With `compare=custom`: the other period, in the words of `period`. */
  compare_period: z.optional(z.string()),
  /** The filter language of filters.ts. */
  filter: z.optional(FilterText),
  /** A dimension: the report's headline, a line per value, the ten with the most users and the rest. Of `audience` its dimension. */
  by: z.optional(BreakdownText),
  /** An attribution model; the bot's own unless given. */
  model: z.optional(z.string()),
  /** A launch parameter; the bot's source parameter unless given. */
  parameter: z.optional(word),
  measure: z.optional(MeasureText),
  /** `1`: include the statements. */
  explain: z.optional(z.string()),
});

/** Reference to one number of a report. All parts are optional, so that the whole report is a number too. */
export const ReportCell = z.object({
  /** Index of a bucket; of cohorts, of the row. */
  bucket: z.optional(word),
  /** Name of a line or row. */
  line: z.optional(word),
  /** Name of a table's column; of cohorts, the number of the following period. */
  column: z.optional(word),
});

/** A user behind a number. */
export const ReportUser = z.object({
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  language: z.string(),
  is_premium: z.boolean(),
  /** Value of the source parameter of the first launch; '' = direct. */
  source: z.string(),
  first_time: z.string(),
  last_time: z.string(),
});
export type ReportUser = z.output<typeof ReportUser>;

const reportPath = z.object({ key: BotKey, type_report: z.string() });

export const reportEndpoints = {
  report: endpoint({
    method: 'GET',
    path: '/reports/{key}/{type_report}',
    access: 'report.view',
    heavy: true,
    params: reportPath,
    query: ReportParams,
    data: Report,
  }),
  /** The users behind one number of a report, those seen last first. Needs the report's own permission too. */
  reportUsers: endpoint({
    method: 'GET',
    path: '/reports/{key}/{type_report}/users',
    access: 'section.users.list',
    heavy: true,
    params: reportPath,
    query: z.extend(ReportParams, {
      ...ReportCell.shape,
      offset: z.optional(z.string()),
      limit: z.optional(z.string()),
    }),
    data: z.object({ total: z.number(), users: z.array(ReportUser) }),
  }),
  /** Values of a dimension that a filter may be made of, those with the most users first, 50 at most. */
  filterValues: endpoint({
    method: 'GET',
    path: '/reports/{key}/filter-values',
    access: 'report.view',
    heavy: true,
    params: z.object({ key: BotKey }),
    query: z.object({ dimension: word, period: z._default(z.string(), '90d'), search: z.optional(word) }),
    data: z.object({
      /** `users` is null, and the order that of the words, for those who may not read how many have which value. */
      values: z.array(z.object({ value: z.string(), users: z.nullable(z.number()) })),
      /** Names of the launch parameters that were seen: further dimensions. */
      parameters: z.array(z.string()),
    }),
  }),
};

/** Path of the same list as a CSV file; needs `section.users.export` besides. */
export const reportUsersCsvPath = (key: string, type: string): string => `/api/reports/${key}/${type}/users.csv`;
