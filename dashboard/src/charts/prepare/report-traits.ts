import { type ReportType, reportTypes } from '@botscope/contract';
import type { Rising } from './change.ts';
import { asUnit, isCount } from './units.ts';

/**
 * What the names of a report's lines and rows are: words of ours; texts that bot users sent; values of a dimension; ids of
 * targets; currencies.
 */
type Names = 'words' | 'sent' | 'values' | 'targets' | 'currencies';

export interface Traits {
  /** Lines are parts of one whole and may be stacked and summed. */
  additive: boolean;
  /** Lines that are standing totals: drawn on a figure of their own, whose axis need not begin at zero. */
  levels: readonly string[];
  /** The line whose total is the report's headline; the first line where it is missing. */
  headline: string;
  /** Lines that are off until somebody asks for them. */
  off: readonly string[];
  rising: Rising;
  names: Names;
}

const plain: Traits = { additive: false, levels: [], headline: '', off: [], rising: 'good', names: 'words' };
const parts: Traits = { ...plain, additive: true };

const traits: Record<ReportType, Traits> = {
  new_users: plain,
  left_users: { ...plain, rising: 'bad' },
  return_users: plain,
  visitors: plain,
  // By day, the last one day is the day itself.
  active_users: { ...plain, headline: 'active', off: ['last_1'] },
  messages_from_user: parts,
  // Each kind is part of the events that come in or of those that go out: a sum over all would count everything twice.
  event_stat: { ...plain, headline: 'in' },
  session_count: plain,
  avg_duration_session: { ...plain, headline: 'mean' },
  avg_events_session: { ...plain, headline: 'mean' },
  rejection: { ...plain, rising: 'bad' },
  count_users: { ...plain, levels: ['all', 'live', 'left'], headline: 'live' },
  users_graph: { ...plain, levels: ['live'], headline: 'live' },
  retention: plain,
  user_commands_stat: { ...parts, names: 'sent' },
  activity_hours: parts,
  audience: { ...parts, names: 'values' },
  // Shown as a number; who wants its course asks for it.
  gender: { ...parts, off: ['confidence'] },
  premium: parts,
  utm_summary: { ...plain, names: 'values' },
  utm_charts: { ...parts, names: 'values' },
  conversion_summary: { ...plain, names: 'targets' },
  conversions_summary: { ...plain, headline: 'conversions' },
  conversions_chart_summary: { ...parts, names: 'targets' },
  conversion_sources: { ...plain, names: 'values' },
  sum_income: { ...plain, names: 'currencies' },
  web_sessions: plain,
  app_session_source: { ...parts, names: 'values' },
  app_session_device: { ...parts, names: 'values' },
  app_session_version: { ...parts, names: 'sent' },
};

/** `by` is the dimension of a breakdown, if the answer is one: its lines are values of that dimension. */
export function traitsOf(type: string, by?: string): Traits {
  const own = Object.hasOwn(traits, type) ? traits[type as ReportType] : plain;
  if (own.names === 'values') return by === 'chat_type' ? { ...own, additive: false } : own;
  if (by === undefined) return own;
  return { ...plain, additive: isDivided(type, by), rising: own.rising, names: 'values' };
}

/** Whether the values of a dimension divide what a report counts: everybody has one, but may write in several chats. */
function isDivided(type: string, by: string): boolean {
  const unit = asUnit(Object.hasOwn(reportTypes, type) ? reportTypes[type as ReportType].unit : undefined);
  return isCount(unit) && (by !== 'chat_type' || unit === 'actions' || unit === 'events');
}
