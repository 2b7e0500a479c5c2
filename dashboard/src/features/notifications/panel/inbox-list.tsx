import { type InboxKind, inboxKinds } from '@botscope/contract';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/refusals.ts';
import { inboxPagesQuery, inboxQuery, readInbox } from './inbox-data.ts';
import { InboxEntry } from './inbox-entry.tsx';
import classes from './inbox-list.module.css';

/** What the account is told, the newest first: all, or one kind. */
export function InboxList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<InboxKind | null>(null);
  const { data: bell } = useQuery(inboxQuery);
  const query = useInfiniteQuery({ ...inboxPagesQuery(kind), placeholderData: keepPreviousData });
  const items = query.data?.pages.flatMap((page) => page.items);
  const unread = bell?.unread ?? 0;
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('Inbox.title')}</h2>
        <button
          type="button"
          className={classes.action}
          disabled={unread === 0}
          onClick={() => readInbox().catch(showError)}
        >
          {t('Inbox.readAll')}
        </button>
      </div>
      <fieldset className={classes.kinds}>
        <legend>{t('Inbox.filter')}</legend>
        {[null, ...inboxKinds].map((each) => (
          <button
            key={each}
            type="button"
            className={classes.kind}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {each === null ? t('Inbox.all') : t(`Inbox.kinds.${each}`)}
          </button>
        ))}
      </fieldset>
      {query.error && !items && <p className={classes.quiet}>{t('Inbox.failed')}</p>}
      {items?.length === 0 && (
        <p className={classes.quiet}>{kind === null ? t('Inbox.empty') : t('Inbox.emptyKind')}</p>
      )}
      {items && items.length > 0 && (
        <ul className={classes.list}>
          {items.map((item) => (
            <InboxEntry key={item.id} item={item} onLeave={onLeave} />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {query.hasNextPage && (
          <Button
            variant="default"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            {t('Inbox.more')}
          </Button>
        )}
        <Link to="/profile" search={{ tab: 'notifications' }} className={classes.action} onClick={onLeave}>
          {t('Inbox.settings')}
        </Link>
      </div>
    </>
  );
}
