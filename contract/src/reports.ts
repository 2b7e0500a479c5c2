import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BotKey } from './ids.ts';
import type { PermissionKey } from './permissions.ts';

export const details = ['hour', 'day', 'week', 'month'] as const;
export type Detail = (typeof details)[number];
export const periodPresets = ['today', '7d', '30d', '90d'] as const;
export const comparisons = ['previous', 'year'] as const;

/** How a number reads: a count of users, actions or sessions; seconds; actions per session; per cent. */
export type Unit = 'users' | 'actions' | 'sessions' | 'seconds' | 'per_session' | 'percent';

/**
 * Reports that answer in buckets of time. `unit` decides how values are written and whether an empty bucket is a zero
 * (counts) or a gap (averages, ratios). `permission` is needed besides `report.view`'s general right.
 */
export const reportTypes = {
  new_users: { unit: 'users', permission: 'report.view' },
  left_users: { unit: 'users', permission: 'report.view' },
  return_users: { unit: 'users', permission: 'report.view' },
  visitors: { unit: 'users', permission: 'report.view' },
  active_users: { unit: 'users', permission: 'report.view' },
  messages_from_user: { unit: 'actions', permission: 'report.view' },
  session_count: { unit: 'sessions', permission: 'report.sessions' },
  avg_duration_session: { unit: 'seconds', permission: 'report.avg_duration_session' },
  avg_events_session: { unit: 'per_session', permission: 'report.avg_events_session' },
  rejection: { unit: 'percent', permission: 'report.refusal' },
  count_users: { unit: 'users', permission: 'report.count_users' },
  users_graph: { unit: 'users', permission: 'report.users_graph' },
  user_commands_stat: { unit: 'actions', permission: 'report.user_commands_stat' },
  /** Actions by hour of week: 24 buckets ("00" to "23"), lines "1" (Monday) to "7". */
  activity_hours: { unit: 'actions', permission: 'report.view' },
} as const satisfies Record<string, { unit: Unit; permission: PermissionKey }>;
export type ReportType = keyof typeof reportTypes;

const Line = z.object({
  /** A word of the report's own vocabulary, translated by the dashboard (`Reports.lines.<name>`), or data such as a command. */
  name: z.string(),
  unit: z.optional(z.string()),
  /** One per bucket; null is a gap: there is nothing to average. */
  values: z.array(z.nullable(z.number())),
  /** Over the whole period, counted anew, never a sum of distinct counts; null where there is nothing to average. */
  total: z.nullable(z.number()),
});
export type ReportLine = z.output<typeof Line>;

const Period = z.object({
  /** First and last local day, `YYYY-MM-DD`, both included. */
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
});

const Series = z.object({
  period: Period,
  /** Local start of each bucket: `YYYY-MM-DDTHH:mm:ss±hh:mm`. */
  buckets: z.array(z.string()),
  lines: z.array(Line),
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
  compare: z.optional(Series),
  /** The pause that ends a session, a setting of the bot: the dashboard names it in "How is this counted?". */
  session_gap_minutes: z.optional(z.number()),
});
export type Report = z.output<typeof Report>;

export const ReportQuery = z.object({
  period: z._default(z.string(), '30d'),
  detail: z.optional(z.string()),
  compare: z.optional(z.string()),
});

export const reportEndpoints = {
  report: endpoint({
    method: 'GET',
    path: '/reports/{key}/{type_report}',
    access: 'report.view',
    params: z.object({ key: BotKey, type_report: z.string() }),
    query: ReportQuery,
    data: Report,
  }),
};
