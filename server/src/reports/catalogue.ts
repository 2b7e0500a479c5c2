import type { ReportType } from '@botscope/contract';
import { activeUsers } from './active-users/active-users.ts';
import { activityHours } from './activity-hours/activity-hours.ts';
import { avgDurationSession } from './avg-duration-session/avg-duration-session.ts';
import { avgEventsSession } from './avg-events-session/avg-events-session.ts';
import { countUsers } from './count-users/count-users.ts';
import { leftUsers } from './left-users/left-users.ts';
import { messagesFromUser } from './messages-from-user/messages-from-user.ts';
import { newUsers } from './new-users/new-users.ts';
import { rejection } from './rejection/rejection.ts';
import type { ReportDefinition } from './report.ts';
import { returnUsers } from './return-users/return-users.ts';
import { sessionCount } from './session-count/session-count.ts';
import { userCommandsStat } from './user-commands-stat/user-commands-stat.ts';
import { usersGraph } from './users-graph/users-graph.ts';
import { visitors } from './visitors/visitors.ts';

/** Every report. docs/metrics.md tells how each is counted. */
export const catalogue: Record<ReportType, ReportDefinition> = {
  new_users: newUsers,
  left_users: leftUsers,
  return_users: returnUsers,
  visitors,
  active_users: activeUsers,
  messages_from_user: messagesFromUser,
  session_count: sessionCount,
  avg_duration_session: avgDurationSession,
  avg_events_session: avgEventsSession,
  rejection,
  count_users: countUsers,
  users_graph: usersGraph,
  user_commands_stat: userCommandsStat,
  activity_hours: activityHours,
};
