import type { Inbox, InboxItem } from '@botscope/contract';
import { problemCodes } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { inboxQuery, readInbox } from './inbox-data.ts';
import classes from './inbox-list.module.css';

/** What happened to the connections of the account's bots, the newest first. Opening it marks all as read. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(inboxQuery);
  // What was unread when the list was opened keeps its dot until it is closed.
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (!data || data.unread === 0) return;
    setFresh((known) => new Set([...known, ...unreadOf(data)]));
    void readInbox(data);
  }, [data]);
  return (
    <>
      <h2 className={classes.title}>{t('Inbox.title')}</h2>
      {error && !data && <p className={classes.quiet}>{t('Inbox.failed')}</p>}
      {data?.items.length === 0 && <p className={classes.quiet}>{t('Inbox.empty')}</p>}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((item) => (
            <li key={item.id}>
              <Entry item={item} fresh={fresh.has(item.id)} onLeave={onLeave} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const unreadOf = (inbox: Inbox): number[] => inbox.items.filter(({ read }) => !read).map(({ id }) => id);

function Entry({ item, fresh, onLeave }: { item: InboxItem; fresh: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = problemCodes.find((each) => each === item.code) ?? 'other';
  const content = (
    <>
      <span className={classes.sign} data-state={item.state} aria-hidden="true" />
      <span className={classes.words}>
        <span className={classes.what}>
          {t(item.state === 'began' ? `Inbox.began.${code}` : `Inbox.ended.${code}`)}
        </span>
        <span className={classes.about}>
          {item.bot_name} · <time dateTime={item.at}>{format.ago(item.at, Date.now())}</time>
        </span>
        {item.detail && <span className={classes.detail}>{item.detail}</span>}
      </span>
      {fresh && <span className={classes.fresh}>{t('Inbox.fresh')}</span>}
    </>
  );
  if (item.bot_key === null) return <div className={classes.entry}>{content}</div>;
  return (
    <Link
      to="/bots/$key"
      params={{ key: item.bot_key }}
      search={{ tab: 'connection' }}
      className={classes.entry}
      onClick={onLeave}
    >
      {content}
    </Link>
  );
}
