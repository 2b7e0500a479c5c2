import { type ReportType, reportTypes } from '@botscope/contract';
import type { Rising } from './change.ts';
import { asUnit, isCount } from './units.ts';

/**
 * What the names of a report's lines and rows are: words of ours; texts that bot users sent; values of a dimension; ids of
 * targets; currencies.
 */
type Names = 'words' | 'sent' | 'values' | 'targets' | 'currencies';

/** A paragraph under the definition; see analytics/definition. They stand in this order. */
export type Note =
  | 'genderGuess'
  | 'launch'
  | 'action'
  | 'gap'
  | 'appSession'
  | 'rate'
  | 'money'
  | 'distinct'
  | 'gapInLine';

/** What an empty answer suggests; see analytics/answers/empty-answer.tsx. */
export type EmptyHint = 'targets' | 'links' | 'app' | 'income' | 'gender' | 'cohorts';

/** Whose launches decide in a report that has a model: those before a conversion, or before the end of the period. */
type ModelMoment = 'conversions' | 'people';

interface Looks {
  /** Lines are parts of one whole and may be stacked and summed. */
  additive: boolean;
  /** Lines that are standing totals: drawn on a figure of their own, whose axis need not begin at zero. */
  levels: readonly string[];
  /** The line whose total is the report's headline; the first line where it is missing. */
  headline: string;
  /** Lines that are off until they are chosen. */
  off: readonly string[];
  rising: Rising;
  names: Names;
  notes: readonly Note[];
  emptyHint?: EmptyHint;
  modelMoments?: readonly ModelMoment[];
  /** What a table is sorted by until a column is chosen, as the address says it. */
  sort?: string;
  /** Lines of several units have an axis each, so the chart is higher. */
  severalAxes?: true;
  /** The title says the detail: DAU, WAU, MAU. */
  titleByDetail?: true;
  /** The detail without a choice, where it is not that of the period's length. */
  firstDetail?: 'week';
}
export type Traits = Pick<Looks, 'additive' | 'levels' | 'headline' | 'off' | 'rising' | 'names'>;

const plain: Looks = { additive: false, levels: [], headline: '', off: [], rising: 'good', names: 'words', notes: [] };
const parts: Looks = { ...plain, additive: true };
const values: Looks = { ...parts, names: 'values' };
const sourceTable: Looks = { ...plain, names: 'values', notes: ['launch', 'money'] };
const appSessions: Looks = { ...values, notes: ['appSession'], emptyHint: 'app' };

const looks: Record<ReportType, Looks> = {
  new_users: plain,
  left_users: { ...plain, rising: 'bad', notes: ['distinct'] },
  return_users: { ...plain, notes: ['distinct'] },
  visitors: { ...plain, notes: ['action', 'distinct'] },
  active_users: {
    ...plain,
    headline: 'active',
    // By day, the last one day is the day itself.
    off: ['last_1'],
    notes: ['action', 'distinct'],
    severalAxes: true,
    titleByDetail: true,
  },
  messages_from_user: { ...parts, notes: ['action'] },
  // Each kind is part of the events that come in or of those that go out: a sum over all would count everything twice.
  event_stat: { ...plain, headline: 'in' },
  session_count: { ...plain, notes: ['action', 'gap'] },
  avg_duration_session: { ...plain, headline: 'mean', notes: ['gap', 'gapInLine'] },
  avg_events_session: { ...plain, headline: 'mean', notes: ['action', 'gap', 'gapInLine'] },
  rejection: { ...plain, rising: 'bad', notes: ['action', 'gap', 'gapInLine'] },
  count_users: { ...plain, levels: ['all', 'live', 'left'], headline: 'live', severalAxes: true },
  users_graph: { ...plain, levels: ['live'], headline: 'live', severalAxes: true },
  retention: { ...plain, notes: ['action'], emptyHint: 'cohorts', firstDetail: 'week' },
  user_commands_stat: { ...parts, names: 'sent' },
  activity_hours: { ...parts, notes: ['action'] },
  audience: { ...values, notes: ['action', 'distinct'] },
  // The confidence is shown as a number; its course is a choice.
  gender: { ...parts, off: ['confidence'], notes: ['genderGuess', 'action', 'distinct'], emptyHint: 'gender' },
  premium: { ...parts, notes: ['action', 'distinct'] },
  utm_summary: { ...sourceTable, emptyHint: 'links', modelMoments: ['conversions', 'people'], sort: '-visitors' },
  utm_charts: { ...values, notes: ['launch'], emptyHint: 'links', modelMoments: ['conversions', 'people'] },
  conversion_summary: {
    ...plain,
    names: 'targets',
    notes: ['rate', 'money'],
    emptyHint: 'targets',
    sort: '-conversions',
  },
  conversions_summary: {
    ...plain,
    headline: 'conversions',
    notes: ['rate', 'distinct'],
    emptyHint: 'targets',
    severalAxes: true,
  },
  conversions_chart_summary: { ...parts, names: 'targets', emptyHint: 'targets' },
  conversion_sources: { ...sourceTable, emptyHint: 'targets', modelMoments: ['conversions'], sort: '-conversions' },
  sum_income: { ...plain, names: 'currencies', notes: ['money'], emptyHint: 'income' },
  web_sessions: { ...plain, notes: ['appSession'], emptyHint: 'app', severalAxes: true },
  app_session_source: appSessions,
  app_session_device: appSessions,
  app_session_version: { ...appSessions, names: 'sent' },
};

export const looksOf = (type: ReportType): Looks => looks[type];

/** `by` is the dimension of a breakdown, if the answer is one: its lines are values of that dimension. */
export function traitsOf(type: string, by?: string): Traits {
  const own = Object.hasOwn(looks, type) ? looks[type as ReportType] : plain;
  if (own.names === 'values') return by === 'chat_type' ? { ...own, additive: false } : own;
  if (by === undefined) return own;
  return { ...plain, additive: isDivided(type, by), rising: own.rising, names: 'values' };
}

/** Whether the values of a dimension divide what a report counts: everybody has one, but may write in several chats. */
function isDivided(type: string, by: string): boolean {
  const unit = asUnit(Object.hasOwn(reportTypes, type) ? reportTypes[type as ReportType].unit : undefined);
  return isCount(unit) && (by !== 'chat_type' || unit === 'actions' || unit === 'events');
}
