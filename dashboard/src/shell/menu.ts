import { type Held, mayRead, opens, type PermissionKey, type ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';

interface ReportItem {
  type: ReportType;
  /** Detail level in the address; `active_users` is DAU, WAU or MAU by it. */
  details?: 'day' | 'week' | 'month';
  label: string;
}

interface PageItem {
  to: '/conversion' | '/targets';
  needs: PermissionKey;
  label: string;
}

export type MenuItem = ReportItem | PageItem;

export interface MenuGroup {
  id: 'conversions' | 'behaviour' | 'sources' | 'users' | 'apps' | 'sessions';
  label: string;
  items: MenuItem[];
}

/** What the side menu folds: the conversions, and the groups of reports in their order. */
export function menuGroups(t: TFunction): { conversions: MenuGroup; reports: MenuGroup[] } {
  const report = (type: ReportType, label: string = t(`Reports.titles.${type}`)): ReportItem => ({ type, label });
  const active = (details: 'day' | 'week' | 'month', label: string): ReportItem => ({
    type: 'active_users',
    details,
    label,
  });
  return {
    conversions: {
      id: 'conversions',
      label: t('Shell.menu.conversions'),
      items: [
        { to: '/conversion', needs: 'report.conversions_list', label: t('Shell.menu.conversionList') },
        report('conversion_summary', t('Shell.menu.summary')),
        report('conversions_summary', t('Shell.menu.overTime')),
        report('conversions_chart_summary'),
        report('conversion_sources', t('Shell.menu.bySource')),
        report('sum_income'),
        { to: '/targets', needs: 'convers.view', label: t('Shell.menu.targets') },
      ],
    },
    reports: [
      {
        id: 'behaviour',
        label: t('Shell.menu.behaviour'),
        items: [
          active('month', t('Shell.menu.mau')),
          active('week', t('Shell.menu.wau')),
          active('day', t('Shell.menu.dau')),
          report('visitors'),
          report('messages_from_user', t('Shell.menu.messages')),
          report('rejection', t('Shell.menu.rejection')),
          report('user_commands_stat'),
          report('activity_hours'),
          report('event_stat'),
        ],
      },
      {
        id: 'sources',
        label: t('Shell.menu.sources'),
        items: [report('utm_summary'), report('utm_charts')],
      },
      {
        id: 'users',
        label: t('Shell.menu.users'),
        items: [
          report('new_users', t('Shell.menu.newUsers')),
          report('left_users', t('Shell.menu.leftUsers')),
          report('return_users', t('Shell.menu.returnUsers')),
          report('users_graph'),
          report('count_users'),
          report('retention'),
          report('audience'),
          report('gender'),
          report('premium'),
        ],
      },
      {
        id: 'apps',
        label: t('Shell.menu.appSessions'),
        items: [
          report('app_session_source', t('Shell.menu.bySource')),
          report('app_session_device', t('Shell.menu.byDevice')),
          report('app_session_version', t('Shell.menu.byVersion')),
          report('web_sessions', t('Shell.menu.overTime')),
        ],
      },
      {
        id: 'sessions',
        label: t('Shell.menu.sessions'),
        items: [
          report('session_count', t('Shell.menu.sessionCount')),
          report('avg_events_session', t('Shell.menu.eventsPerSession')),
          report('avg_duration_session', t('Shell.menu.sessionDuration')),
        ],
      },
    ],
  };
}

/** Without what an account may not open; groups that have nothing left go. `null`: there is no bot yet. */
export function allowed(group: MenuGroup, held: Held | null): MenuGroup | null {
  if (held === null) return group;
  const items = group.items.filter((item) => ('type' in item ? mayRead(held, item.type) : opens(held, item.needs)));
  return items.length > 0 ? { ...group, items } : null;
}

/** Whether an address shows what the entry leads to. `detail` is what the address says, '' for nothing. */
export function isCurrent(item: MenuItem, pathname: string, detail: string): boolean {
  if ('to' in item) return pathname === item.to || pathname.startsWith(`${item.to}/`);
  if (pathname !== `/reports/${item.type}`) return false;
  return item.details === undefined || item.details === (detail || 'day');
}
