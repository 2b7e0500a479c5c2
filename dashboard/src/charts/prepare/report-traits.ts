import type { ReportType } from '@botscope/contract';
import type { Rising } from './change.ts';

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
  /** Names of lines are what bot users sent, not words of ours: never translated. */
  named: boolean;
}

const plain: Traits = { additive: false, levels: [], headline: '', off: [], rising: 'good', named: false };

const traits: Record<ReportType, Traits> = {
  new_users: plain,
  left_users: { ...plain, rising: 'bad' },
  return_users: plain,
  visitors: plain,
  // By day, the last one day is the day itself.
  active_users: { ...plain, headline: 'active', off: ['last_1'] },
  messages_from_user: { ...plain, additive: true },
  session_count: plain,
  avg_duration_session: { ...plain, headline: 'mean' },
  avg_events_session: { ...plain, headline: 'mean' },
  rejection: { ...plain, rising: 'bad' },
  count_users: { ...plain, levels: ['all', 'live', 'left'], headline: 'live' },
  users_graph: { ...plain, levels: ['live'], headline: 'live' },
  user_commands_stat: { ...plain, additive: true, named: true },
  activity_hours: { ...plain, additive: true },
};

export function traitsOf(type: string): Traits {
  return Object.hasOwn(traits, type) ? traits[type as ReportType] : plain;
}
