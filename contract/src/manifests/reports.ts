import { manifest } from './manifest.ts';

/** A key for each group of reports, in the order of the permissions page. */
export const reportPermissions = [
  'event_stat',
  'refusal',
  'count_users',
  'sessions',
  'web_sessions',
  'site_sessions',
  'avg_duration_session',
  'avg_events_session',
  'utm_summary',
  'utm_charts',
  'gender',
  'premium',
  'users_graph',
  'sum_income',
  'retention',
  'conversions_list',
  'conversions_chart_summary',
  'conversions_summary',
  'audience',
  'user_commands_stat',
] as const;

/** The key of one group of reports. */
export type ReportPermission = 'report.view' | `report.${(typeof reportPermissions)[number]}`;

const keys: readonly ReportPermission[] = [
  'report.view',
  ...reportPermissions.map((key): ReportPermission => `report.${key}`),
];

export const reports = manifest({ permissions: keys, auditActions: ['exported'] });
