import { IconGift } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../platform/i18n/i18n.ts';
import { useSession } from '../../../platform/session/session.ts';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import classes from './news-button.module.css';

const NewsPanel = lazy(withTexts(['News'], async () => ({ default: (await import('./news-panel.tsx')).NewsPanel })));

/** "What's new", with a mark while there is something unread; the posts open below it. */
export function NewsButton() {
  const { t } = useTranslation();
  const { news_unread: unread } = useSession();
  const label = t('Shell.news');
  return (
    <PopoverPanel
      label={label}
      name={unread > 0 ? `${label}: ${t('Shell.newsUnread', { count: unread })}` : label}
      button={
        <span className={classes.sign} data-unread={unread > 0 || undefined}>
          <IconGift size={18} stroke={1.6} aria-hidden />
        </span>
      }
      panelClass={classes.panel}
    >
      {(close) => <NewsPanel onLeave={close} />}
    </PopoverPanel>
  );
}
