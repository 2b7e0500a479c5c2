import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { withBotTexts } from '../../../platform/i18n/i18n.ts';
import { DropPanel } from '../../../ui/drop-panel.tsx';
import classes from './inbox-bell.module.css';
import { inboxQuery } from './inbox-data.ts';

// Nobody opens it on most visits; its words come along with it.
const InboxList = lazy(withBotTexts(async () => ({ default: (await import('./inbox-list.tsx')).InboxList })));

/** The bell with the number of unread notifications; the list opens below it. */
export function InboxBell() {
  const { t } = useTranslation();
  const { data } = useQuery(inboxQuery);
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
      <DropPanel
        label={t('Shell.inbox')}
        name={count ? `${t('Shell.inbox')}: ${count}` : t('Shell.inbox')}
        button={button}
      >
        {(close) => <InboxList onLeave={close} />}
      </DropPanel>
      <VisuallyHidden role="status">{count}</VisuallyHidden>
    </>
  );
}
