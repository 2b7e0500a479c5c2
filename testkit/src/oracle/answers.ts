import type { Report, ReportLine } from '@botscope/contract';
import type { Look } from './question.ts';
import { activityHours, messagesFromUser, userCommandsStat } from './reports/actions.ts';
import { activeUsers } from './reports/active-users.ts';
import { appSessionDevice, appSessionSource, appSessionVersion, webSessions } from './reports/app-sessions.ts';
import { audience, gender, premium } from './reports/audience.ts';
import { conversionSummary, conversionsChartSummary, conversionsSummary, sumIncome } from './reports/conversions.ts';
import { eventStat } from './reports/event-stat.ts';
import { retention } from './reports/retention.ts';
import { avgDurationSession, avgEventsSession, rejection, sessionCount } from './reports/sessions.ts';
import { countUsers, leftUsers, newUsers, returnUsers, usersGraph, visitors } from './reports/users.ts';
import { conversionSources, utmCharts, utmSummary } from './reports/utm.ts';
import {
  sitePage,
  siteSessionCountry,
  siteSessionDevice,
  siteSessionSource,
  siteSessions,
} from './reports/websites.ts';

const drawn =
  (lines: (look: Look) => ReportLine[]) =>
  (look: Look): Pick<Report, 'lines'> => ({ lines: lines(look) });

/** Functions that answer each report by counting. */
export const answers: Readonly<Record<string, (look: Look) => Partial<Report>>> = {
  new_users: drawn(newUsers),
  left_users: drawn(leftUsers),
  return_users: drawn(returnUsers),
  visitors: drawn(visitors),
  active_users: drawn(activeUsers),
  messages_from_user: drawn(messagesFromUser),
  session_count: drawn(sessionCount),
  avg_duration_session: drawn(avgDurationSession),
  avg_events_session: drawn(avgEventsSession),
  rejection: drawn(rejection),
  count_users: drawn(countUsers),
  users_graph: drawn(usersGraph),
  user_commands_stat: drawn(userCommandsStat),
  activity_hours: drawn(activityHours),
  audience: drawn(audience),
  gender: drawn(gender),
  premium: drawn(premium),
  event_stat: drawn(eventStat),
  retention: (look) => ({ cohorts: retention(look) }),
  web_sessions: drawn(webSessions),
  app_session_source: drawn(appSessionSource),
  app_session_device: drawn(appSessionDevice),
  app_session_version: drawn(appSessionVersion),
  site_sessions: drawn(siteSessions),
  site_session_source: drawn(siteSessionSource),
  site_page: (look) => ({ table: sitePage(look) }),
  site_session_device: drawn(siteSessionDevice),
  site_session_country: drawn(siteSessionCountry),
  conversion_summary: conversionSummary,
  conversions_summary: drawn(conversionsSummary),
  conversions_chart_summary: conversionsChartSummary,
  sum_income: drawn(sumIncome),
  utm_summary: (look) => ({ table: utmSummary(look) }),
  utm_charts: drawn(utmCharts),
  conversion_sources: (look) => ({ table: conversionSources(look) }),
};

/** Reports that the oracle can answer. */
export const answeredTypes: readonly string[] = Object.keys(answers);
