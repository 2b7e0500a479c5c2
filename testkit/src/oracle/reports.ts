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
import {
  acted,
  active,
  byDimension,
  byGender,
  byPremium,
  converted,
  growth,
  levels,
  messages,
  moved,
  newIn,
  ofTarget,
  paid,
  sessions,
  type UsersOfLine,
  usersByCommand,
} from './users-of-lines.ts';

/** Unit and form of a report, and its options besides period, detail, comparison and filter. */
interface Traits {
  unit: string;
  shape: 'series' | 'table' | 'cohorts';
  options: readonly ('model' | 'parameter' | 'measure' | 'dimension')[];
}

interface OracleReport extends Traits {
  /** Answers it by counting. */
  answer: (look: Look) => Partial<Report>;
  /** Finds the users behind a line, in a bucket or the whole period. Absent for reports without users here. */
  users?: UsersOfLine;
}

const series = (unit: string, ...options: Traits['options']): Traits => ({ unit, shape: 'series', options });
const table = (unit: string, ...options: Traits['options']): Traits => ({ unit, shape: 'table', options });

const drawn =
  (lines: (look: Look) => ReportLine[]) =>
  (look: Look): Pick<Report, 'lines'> => ({ lines: lines(look) });

/** All reports, written here a second time: one that is missing in the contract is missed by its tests then. */
const reports: Readonly<Record<string, OracleReport>> = {
  new_users: { ...series('users'), answer: drawn(newUsers), users: newIn },
  left_users: { ...series('users'), answer: drawn(leftUsers), users: moved('left') },
  return_users: { ...series('users'), answer: drawn(returnUsers), users: moved('returned') },
  visitors: { ...series('users'), answer: drawn(visitors), users: (look, span) => acted(look, span) },
  active_users: { ...series('users'), answer: drawn(activeUsers), users: active },
  messages_from_user: { ...series('actions'), answer: drawn(messagesFromUser), users: messages },
  event_stat: { ...series('events'), answer: drawn(eventStat) },
  session_count: { ...series('sessions'), answer: drawn(sessionCount), users: sessions },
  avg_duration_session: { ...series('seconds'), answer: drawn(avgDurationSession), users: sessions },
  avg_events_session: { ...series('per_session'), answer: drawn(avgEventsSession), users: sessions },
  rejection: { ...series('percent'), answer: drawn(rejection), users: sessions },
  count_users: { ...series('users'), answer: drawn(countUsers), users: levels },
  users_graph: { ...series('users'), answer: drawn(usersGraph), users: growth },
  retention: { unit: 'percent', shape: 'cohorts', options: [], answer: (look) => ({ cohorts: retention(look) }) },
  user_commands_stat: { ...series('actions'), answer: drawn(userCommandsStat), users: usersByCommand },
  activity_hours: { ...series('actions'), answer: drawn(activityHours) },
  audience: { ...series('users', 'dimension'), answer: drawn(audience), users: byDimension },
  gender: { ...series('users'), answer: drawn(gender), users: byGender },
  premium: { ...series('users'), answer: drawn(premium), users: byPremium },
  utm_summary: { ...table('users', 'model', 'parameter'), answer: (look) => ({ table: utmSummary(look) }) },
  utm_charts: { ...series('launches', 'model', 'parameter', 'measure'), answer: drawn(utmCharts) },
  conversion_summary: { ...table('conversions'), answer: conversionSummary },
  conversions_summary: { ...series('conversions'), answer: drawn(conversionsSummary), users: converted },
  conversions_chart_summary: { ...series('conversions'), answer: conversionsChartSummary, users: ofTarget },
  conversion_sources: {
    ...table('conversions', 'model', 'parameter'),
    answer: (look) => ({ table: conversionSources(look) }),
  },
  sum_income: { ...series('money'), answer: drawn(sumIncome), users: paid },
  web_sessions: { ...series('sessions'), answer: drawn(webSessions) },
  app_session_source: { ...series('sessions'), answer: drawn(appSessionSource) },
  app_session_device: { ...series('sessions'), answer: drawn(appSessionDevice) },
  app_session_version: { ...series('sessions'), answer: drawn(appSessionVersion) },
  site_sessions: { ...series('sessions'), answer: drawn(siteSessions) },
  site_session_source: { ...series('sessions'), answer: drawn(siteSessionSource) },
  site_page: { ...table('page_views'), answer: (look) => ({ table: sitePage(look) }) },
  site_session_device: { ...series('sessions'), answer: drawn(siteSessionDevice) },
  site_session_country: { ...series('sessions'), answer: drawn(siteSessionCountry) },
};

export const countedReports: readonly string[] = Object.keys(reports);

export function getReport(type: string): OracleReport {
  const entry = reports[type];
  if (!entry) throw new Error(`no such report: ${type}`);
  return entry;
}

export const supports = (type: string, option: Traits['options'][number]): boolean =>
  getReport(type).options.includes(option);
