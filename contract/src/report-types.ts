import type { ReportPermission } from './manifests/reports.ts';

/**
 * Unit of a number: a count of users, actions, events, launches, sessions, page views or conversions; seconds; actions
 * per session; per cent; money in the smallest unit of the line's currency.
 */
export type Unit =
  | 'users'
  | 'actions'
  | 'events'
  | 'launches'
  | 'sessions'
  | 'page_views'
  | 'conversions'
  | 'seconds'
  | 'per_session'
  | 'percent'
  | 'money';

/** Form of an answer: lines over buckets of time, one table, or groups of users followed over periods. */
export type Shape = 'series' | 'table' | 'cohorts';

/** Options that only some reports have, beside period, detail, comparison and filter. */
export type ReportOption = 'model' | 'parameter' | 'measure' | 'dimension';

interface ReportFacts {
  /** Decides how values are written, and whether an empty bucket is a zero (counts) or a gap (averages, ratios). */
  unit: Unit;
  shape: Shape;
  /** Needed besides `report.view`'s general permission. */
  permission: ReportPermission;
  supports: readonly ReportOption[];
  /** Meaning of the buckets: pieces of the period, or the 24 hours, with a line per weekday. */
  axis: 'time' | 'hours';
  /** Whether the headline can be divided by a dimension: not where lines are values, ids or currencies already. */
  breaksDown: boolean;
  /** Whether bot users stand behind its numbers: only then can it be filtered by them and list them. */
  hasUsers: boolean;
  /** Position on Home: as a key number, in this order, or in a panel of its own. */
  home?: number | 'panel';
}

type More = Partial<Pick<ReportFacts, 'supports' | 'axis' | 'breaksDown' | 'hasUsers' | 'home'>>;

const facts = <const Own extends More>(shape: Shape, unit: Unit, permission: ReportPermission, overrides: Own) => ({
  shape,
  unit,
  permission,
  supports: [] as readonly ReportOption[],
  axis: 'time' as ReportFacts['axis'],
  breaksDown: shape === 'series',
  hasUsers: true as boolean,
  ...overrides,
});
const series = <const Own extends More>(unit: Unit, permission: ReportPermission, overrides?: Own) =>
  facts('series', unit, permission, overrides ?? ({} as Own));
const table = <const Own extends More>(unit: Unit, permission: ReportPermission, overrides: Own) =>
  facts('table', unit, permission, overrides);
/** A series whose lines are values of something. */
const values = <const Own extends More>(unit: Unit, permission: ReportPermission, overrides?: Own) =>
  facts('series', unit, permission, { breaksDown: false, ...(overrides ?? ({} as Own)) });

const ofSites = { hasUsers: false, breaksDown: false } as const;

/**
 * Every report, and everything about it that is neither SQL (server/src/analytics/reports) nor a matter of looks
 * (dashboard/src/charts/prepare/report-looks.ts). docs/metrics.md says how each is counted.
 */
export const reportTypes = {
  new_users: series('users', 'report.view', { home: 1 }),
  left_users: series('users', 'report.view', { home: 2 }),
  return_users: series('users', 'report.view', { home: 3 }),
  visitors: series('users', 'report.view', { home: 4 }),
  active_users: series('users', 'report.view'),
  messages_from_user: series('actions', 'report.view', { home: 5 }),
  event_stat: series('events', 'report.event_stat'),
  session_count: series('sessions', 'report.sessions', { home: 6 }),
  avg_duration_session: series('seconds', 'report.avg_duration_session', { home: 8 }),
  avg_events_session: series('per_session', 'report.avg_events_session'),
  rejection: series('percent', 'report.refusal', { home: 7 }),
  count_users: series('users', 'report.count_users'),
  users_graph: series('users', 'report.users_graph', { home: 'panel' }),
  retention: facts('cohorts', 'percent', 'report.retention', {}),
  user_commands_stat: series('actions', 'report.user_commands_stat', { home: 'panel' }),
  /** Actions by hour of week: 24 buckets ("00" to "23"), lines "1" (Monday) to "7". */
  activity_hours: values('actions', 'report.view', { axis: 'hours', home: 'panel' }),
  /** Visitors by one dimension; `gender` and `premium` are the same for a fixed one. */
  audience: values('users', 'report.audience', { supports: ['dimension'] }),
  gender: values('users', 'report.gender'),
  premium: values('users', 'report.premium'),
  /** One row per value of a launch parameter. */
  utm_summary: table('users', 'report.utm_summary', { supports: ['model', 'parameter'], home: 'panel' }),
  /** One measure by values of a launch parameter, over time: a line per value. */
  utm_charts: values('launches', 'report.utm_charts', { supports: ['model', 'parameter', 'measure'] }),
  /** One row per target. */
  conversion_summary: table('conversions', 'report.conversions_summary', {}),
  /** All targets together over time: conversions, converting users, conversion rate. */
  conversions_summary: series('conversions', 'report.conversions_summary', { home: 'panel' }),
  /** A line per target. */
  conversions_chart_summary: values('conversions', 'report.conversions_chart_summary'),
  /** One row per source of the conversions' users: what each source brought. */
  conversion_sources: table('conversions', 'report.conversions_summary', { supports: ['model', 'parameter'] }),
  /** A line per currency. */
  sum_income: values('money', 'report.sum_income'),
  web_sessions: series('sessions', 'report.web_sessions'),
  app_session_source: values('sessions', 'report.web_sessions'),
  app_session_device: values('sessions', 'report.web_sessions'),
  app_session_version: values('sessions', 'report.web_sessions'),
  site_sessions: series('sessions', 'report.site_sessions', ofSites),
  site_session_source: values('sessions', 'report.site_sessions', ofSites),
  /** One row per path. */
  site_page: table('page_views', 'report.site_sessions', ofSites),
  site_session_device: values('sessions', 'report.site_sessions', ofSites),
  site_session_country: values('sessions', 'report.site_sessions', ofSites),
} as const satisfies Record<string, ReportFacts>;
export type ReportType = keyof typeof reportTypes;

/** Other names that permission keys and older addresses use. */
export const reportAliases: Readonly<Record<string, ReportType>> = { refusal: 'rejection', sessions: 'session_count' };

const allTypes = Object.keys(reportTypes) as ReportType[];
const factsOf = (type: ReportType): ReportFacts => reportTypes[type];
const homePosition = (type: ReportType): number => Number(factsOf(type).home);

/** A report that Home shows as a key number. */
export type KeyNumber = {
  [Type in ReportType]: (typeof reportTypes)[Type] extends { home: number } ? Type : never;
}[ReportType];

/** The key numbers of Home, and of Home when it is shared, in their order. */
export const keyNumbers: readonly KeyNumber[] = allTypes
  .filter((type): type is KeyNumber => typeof factsOf(type).home === 'number')
  .sort((one, other) => homePosition(one) - homePosition(other));

/** Every report that Home shows something of. */
export const homeReports: readonly ReportType[] = allTypes.filter((type) => factsOf(type).home !== undefined);

export const supportsOption = (type: ReportType, option: ReportOption): boolean =>
  factsOf(type).supports.includes(option);

/** Whether buckets are pieces of the period: only then there are a detail, a comparison and an unfinished bucket. */
export const hasTimeAxis = (type: ReportType): boolean =>
  factsOf(type).shape === 'series' && factsOf(type).axis === 'time';

export const hasUsers = (type: ReportType): boolean => factsOf(type).hasUsers;

export const breaksDown = (type: ReportType): boolean => factsOf(type).breaksDown;

/** Measures of `utm_charts`. */
export const utmMeasures = ['launches', 'new', 'visitors', 'left', 'conversions'] as const;
export type UtmMeasure = (typeof utmMeasures)[number];
