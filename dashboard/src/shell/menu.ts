import type { ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';

export interface ReportItem {
  type: ReportType;
  /** Detail level in the address; `active_users` is DAU, WAU or MAU by it. */
  details?: 'day' | 'week' | 'month';
  label: string;
}

export interface ReportGroup {
  label: string;
  items: ReportItem[];
}

/** The reports of the side menu, in its order. */
export function reportGroups(t: TFunction): ReportGroup[] {
  return [
    {
      label: t('Shell.menu.behaviour'),
      items: [
        { type: 'active_users', details: 'month', label: t('Shell.menu.mau') },
        { type: 'active_users', details: 'week', label: t('Shell.menu.wau') },
        { type: 'active_users', details: 'day', label: t('Shell.menu.dau') },
        { type: 'messages_from_user', label: t('Shell.menu.messages') },
        { type: 'rejection', label: t('Shell.menu.rejection') },
      ],
    },
    {
      label: t('Shell.menu.users'),
      items: [
        { type: 'new_users', label: t('Shell.menu.newUsers') },
        { type: 'left_users', label: t('Shell.menu.leftUsers') },
        { type: 'return_users', label: t('Shell.menu.returnUsers') },
      ],
    },
    {
      label: t('Shell.menu.sessions'),
      items: [
        { type: 'session_count', label: t('Shell.menu.sessionCount') },
        { type: 'avg_events_session', label: t('Shell.menu.eventsPerSession') },
        { type: 'avg_duration_session', label: t('Shell.menu.sessionDuration') },
      ],
    },
  ];
}
