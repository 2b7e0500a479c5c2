import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withBotTexts } from '../i18n/i18n.ts';
import menu from '../ui/drop-menu.module.css';
import { place } from '../ui/place.ts';
import classes from './inbox-bell.module.css';
import { inboxQuery } from './inbox-data.ts';

// Nobody opens it on most visits; its words come along with it.
const InboxList = lazy(withBotTexts(async () => ({ default: (await import('./inbox-list.tsx')).InboxList })));

/** The bell with the number of unread notifications; the list opens below it. */
export function InboxBell() {
  const { t } = useTranslation();
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { data } = useQuery(inboxQuery);
  const unread = data?.unread ?? 0;
  const onToggle = (event: { newState: string }) => {
    const opened = event.newState === 'open';
    setOpen(opened);
    if (!opened || !panel.current || !anchor.current) return;
    place(panel.current, anchor.current, 'end');
    panel.current.focus();
  };
  const label = unread > 0 ? `${t('Shell.inbox')}: ${t('Shell.unread', { count: unread })}` : t('Shell.inbox');
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={menu.button}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      >
        <span className={classes.bell}>
          <IconBell size={18} stroke={1.6} aria-hidden />
          {unread > 0 && (
            <span aria-hidden className={classes.count}>
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </span>
      </button>
      <span role="status" className={classes.unseen}>
        {unread > 0 && t('Shell.unread', { count: unread })}
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('Shell.inbox')}
        tabIndex={-1}
        className={`${menu.panel} ${classes.panel}`}
        onToggle={onToggle}
      >
        {open && (
          <Suspense>
            <InboxList onLeave={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}
