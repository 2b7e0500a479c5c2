import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../platform/i18n/i18n.ts';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import classes from './notification-bell.module.css';
import { notificationsQuery } from './notification-data.ts';

// Nobody opens it on most visits; its words come along with it.
const NotificationList = lazy(
  withTexts(['NotificationList', 'Notifications'], async () => ({
    default: (await import('./notification-list.tsx')).NotificationList,
  })),
);

/** The bell with the number of unread notifications; the list opens below it. */
export function NotificationBell() {
  const { t } = useTranslation();
  const { data } = useQuery(notificationsQuery);
  const unread = data?.unread ?? 0;
  const count = unread > 0 && t('Shell.unread', { count: unread });
  const button = (
    <span className={classes.bell}>
      <IconBell size={18} stroke={1.6} aria-hidden />
      {count && (
        <span aria-hidden className={classes.count}>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </span>
  );
  return (
    <>
      <PopoverPanel
        label={t('Shell.notifications')}
        name={count ? `${t('Shell.notifications')}: ${count}` : t('Shell.notifications')}
        button={button}
      >
        {(close) => <NotificationList onLeave={close} />}
      </PopoverPanel>
      <VisuallyHidden role="status">{count}</VisuallyHidden>
    </>
  );
}
