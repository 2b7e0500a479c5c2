import type { ReportType } from '@botscope/contract';
import type { Rising } from './change.ts';

/**
 * Kinds of names that a report's lines and rows have: words of ours; texts that bot users sent; values of a dimension;
 * ids of targets; currencies.
 */
type Names = 'words' | 'sent' | 'values' | 'targets' | 'currencies';

/** A paragraph under the definition; see analytics/definition. They stand in this order. */
export type Note =
  | 'genderGuess'
  | 'launch'
  | 'action'
  | 'gap'
  | 'appSession'
  | 'siteSession'
  | 'rate'
  | 'money'
  | 'distinct'
  | 'gapInLine';

/** Suggestion of an empty answer; see analytics/answers/empty-answer.tsx. */
export type EmptyHint = 'targets' | 'links' | 'app' | 'site' | 'income' | 'gender' | 'cohorts';

/** Moment before which launches count in a report that has a model: a conversion, or the end of the period. */
type ModelMoment = 'conversions' | 'users';

/** Groups of the side menu, in its order; see app/menu. */
type MenuGroupId = 'conversions' | 'behaviour' | 'sources' | 'users' | 'apps' | 'sessions';

/** Name of a report inside its group, where that is shorter than its title: a word of `Shell.menu`. */
type MenuLabel =
  | 'summary'
  | 'overTime'
  | 'bySource'
  | 'messages'
  | 'rejection'
  | 'newUsers'
  | 'leftUsers'
  | 'returnUsers'
  | 'byDevice'
  | 'byCountry'
  | 'byVersion'
  | 'sessionCount'
  | 'eventsPerSession'
  | 'sessionDuration';

interface Looks extends Plain {
  menu: MenuGroupId;
  menuLabel?: MenuLabel;
  /** Stands before the label in a group with reports on both, which have the same labels. */
  menuScope?: 'inApp' | 'inSite';
}

export interface Plain {
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
  /** Sort order of a table until a column is chosen, as the address has it. */
  sort?: string;
  /** Lines of several units have an axis each, so the chart is higher. */
  severalAxes?: true;
  /** The title says the detail: DAU, WAU, MAU. */
  titleByDetail?: true;
  /** The detail without a choice, where it is not that of the period's length. */
  firstDetail?: 'week';
}

export const plainLook: Plain = {
  additive: false,
  levels: [],
  headline: '',
  off: [],
  rising: 'good',
  names: 'words',
  notes: [],
};
const parts: Plain = { ...plainLook, additive: true };
const values: Plain = { ...parts, names: 'values' };
const sourceTable: Plain = { ...plainLook, names: 'values', notes: ['launch', 'money'] };
const apps = { menu: 'apps', menuScope: 'inApp', notes: ['appSession'], emptyHint: 'app' } as const;
const sites = { menu: 'apps', menuScope: 'inSite', notes: ['siteSession'], emptyHint: 'site' } as const;

/** Every report, in the order of the menu. */
export const looks: Record<ReportType, Looks> = {
  conversion_summary: {
    ...plainLook,
    menu: 'conversions',
    menuLabel: 'summary',
    names: 'targets',
    notes: ['rate', 'money'],
    emptyHint: 'targets',
    sort: '-conversions',
  },
  conversions_summary: {
    ...plainLook,
    menu: 'conversions',
    menuLabel: 'overTime',
    headline: 'conversions',
    notes: ['rate', 'distinct'],
    emptyHint: 'targets',
    severalAxes: true,
  },
  conversions_chart_summary: { ...parts, menu: 'conversions', names: 'targets', emptyHint: 'targets' },
  conversion_sources: {
    ...sourceTable,
    menu: 'conversions',
    menuLabel: 'bySource',
    emptyHint: 'targets',
    modelMoments: ['conversions'],
    sort: '-conversions',
  },
  sum_income: { ...plainLook, menu: 'conversions', names: 'currencies', notes: ['money'], emptyHint: 'income' },
  active_users: {
    ...plainLook,
    menu: 'behaviour',
    headline: 'active',
    // By day, the last one day is the day itself.
    off: ['last_1'],
    notes: ['action', 'distinct'],
    severalAxes: true,
    titleByDetail: true,
  },
  visitors: { ...plainLook, menu: 'behaviour', notes: ['action', 'distinct'] },
  messages_from_user: { ...parts, menu: 'behaviour', menuLabel: 'messages', notes: ['action'] },
  rejection: {
    ...plainLook,
    menu: 'behaviour',
    menuLabel: 'rejection',
    rising: 'bad',
    notes: ['action', 'gap', 'gapInLine'],
  },
  user_commands_stat: { ...parts, menu: 'behaviour', names: 'sent' },
  activity_hours: { ...parts, menu: 'behaviour', notes: ['action'] },
  // Each kind is part of the events that come in or of those that go out: a sum over all would count everything twice.
  event_stat: { ...plainLook, menu: 'behaviour', headline: 'in' },
  utm_summary: {
    ...sourceTable,
    menu: 'sources',
    emptyHint: 'links',
    modelMoments: ['conversions', 'users'],
    sort: '-visitors',
  },
  utm_charts: {
    ...values,
    menu: 'sources',
    notes: ['launch'],
    emptyHint: 'links',
    modelMoments: ['conversions', 'users'],
  },
  new_users: { ...plainLook, menu: 'users', menuLabel: 'newUsers' },
  left_users: { ...plainLook, menu: 'users', menuLabel: 'leftUsers', rising: 'bad', notes: ['distinct'] },
  return_users: { ...plainLook, menu: 'users', menuLabel: 'returnUsers', notes: ['distinct'] },
  users_graph: { ...plainLook, menu: 'users', levels: ['live'], headline: 'live', severalAxes: true },
  count_users: { ...plainLook, menu: 'users', levels: ['all', 'live', 'left'], headline: 'live', severalAxes: true },
  retention: { ...plainLook, menu: 'users', notes: ['action'], emptyHint: 'cohorts', firstDetail: 'week' },
  audience: { ...values, menu: 'users', notes: ['action', 'distinct'] },
  // The confidence is shown as a number; its course is a choice.
  gender: {
    ...parts,
    menu: 'users',
    off: ['confidence'],
    notes: ['genderGuess', 'action', 'distinct'],
    emptyHint: 'gender',
  },
  premium: { ...parts, menu: 'users', notes: ['action', 'distinct'] },
  web_sessions: { ...plainLook, ...apps, menuLabel: 'overTime', severalAxes: true },
  app_session_source: { ...values, ...apps, menuLabel: 'bySource' },
  app_session_device: { ...values, ...apps, menuLabel: 'byDevice' },
  app_session_version: { ...values, ...apps, menuLabel: 'byVersion', names: 'sent' },
  site_sessions: { ...plainLook, ...sites, menuLabel: 'overTime', severalAxes: true },
  site_session_source: { ...values, ...sites, menuLabel: 'bySource' },
  site_page: { ...plainLook, ...sites, names: 'values', sort: '-page_views' },
  site_session_device: { ...values, ...sites, menuLabel: 'byDevice' },
  site_session_country: { ...values, ...sites, menuLabel: 'byCountry' },
  session_count: { ...plainLook, menu: 'sessions', menuLabel: 'sessionCount', notes: ['action', 'gap'] },
  avg_events_session: {
    ...plainLook,
    menu: 'sessions',
    menuLabel: 'eventsPerSession',
    headline: 'mean',
    notes: ['action', 'gap', 'gapInLine'],
  },
  avg_duration_session: {
    ...plainLook,
    menu: 'sessions',
    menuLabel: 'sessionDuration',
    headline: 'mean',
    notes: ['gap', 'gapInLine'],
  },
};

export const looksOf = (type: ReportType): Looks => looks[type];

/** The reports of a group, in its order. */
export const reportsOfGroup = (group: string): ReportType[] =>
  (Object.keys(looks) as ReportType[]).filter((type) => looks[type].menu === group);
