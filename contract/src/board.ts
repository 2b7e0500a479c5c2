import type { ReportType } from './reports.ts';

/** The key numbers of Home, and of a board that is shared, in their order. */
export const boardReports = [
  'new_users',
  'left_users',
  'return_users',
  'visitors',
  'messages_from_user',
  'session_count',
  'rejection',
  'avg_duration_session',
] as const satisfies readonly ReportType[];
