import type { ReportType } from '@botscope/contract';
import { activeUsers } from './active-users/active-users.ts';
import { activityHours } from './activity-hours/activity-hours.ts';
import { appSessionDevice, appSessionSource, appSessionVersion, webSessions } from './app-sessions/app-sessions.ts';
import { audience } from './audience/audience.ts';
import { conversionSources } from './conversion-sources/conversion-sources.ts';
import { conversionSummary } from './conversion-summary/conversion-summary.ts';
import { conversionsChartSummary } from './conversions-chart-summary/conversions-chart-summary.ts';
import { conversionsSummary } from './conversions-summary/conversions-summary.ts';
import { countUsers } from './count-users/count-users.ts';
import { eventStat } from './event-stat/event-stat.ts';
import { gender } from './gender/gender.ts';
import { messagesFromUser } from './messages-from-user/messages-from-user.ts';
import { premium } from './premium/premium.ts';
import type { ReportDefinition } from './report.ts';
import { retention } from './retention/retention.ts';
import { avgDurationSession, avgEventsSession, rejection, sessionCount } from './sessions/sessions.ts';
import { sitePage } from './site-page/site-page.ts';
import {
  siteSessionCountry,
  siteSessionDevice,
  siteSessionSource,
  siteSessions,
} from './site-sessions/site-sessions.ts';
import { sumIncome } from './sum-income/sum-income.ts';
import { userCommandsStat } from './user-commands-stat/user-commands-stat.ts';
import { leftUsers, newUsers, returnUsers, visitors } from './user-counts/user-counts.ts';
import { usersGraph } from './users-graph/users-graph.ts';
import { utmCharts } from './utm-charts/utm-charts.ts';
import { utmSummary } from './utm-summary/utm-summary.ts';

/** Every report. docs/metrics.md defines how each is counted. */
export const catalogue: Record<ReportType, ReportDefinition> = {
  new_users: newUsers,
  left_users: leftUsers,
  return_users: returnUsers,
  visitors,
  active_users: activeUsers,
  messages_from_user: messagesFromUser,
  event_stat: eventStat,
  session_count: sessionCount,
  avg_duration_session: avgDurationSession,
  avg_events_session: avgEventsSession,
  rejection,
  count_users: countUsers,
  users_graph: usersGraph,
  retention,
  user_commands_stat: userCommandsStat,
  activity_hours: activityHours,
  audience,
  gender,
  premium,
  utm_summary: utmSummary,
  utm_charts: utmCharts,
  conversion_summary: conversionSummary,
  conversions_summary: conversionsSummary,
  conversions_chart_summary: conversionsChartSummary,
  conversion_sources: conversionSources,
  sum_income: sumIncome,
  web_sessions: webSessions,
  app_session_source: appSessionSource,
  app_session_device: appSessionDevice,
  app_session_version: appSessionVersion,
  site_sessions: siteSessions,
  site_session_source: siteSessionSource,
  site_page: sitePage,
  site_session_device: siteSessionDevice,
  site_session_country: siteSessionCountry,
};
