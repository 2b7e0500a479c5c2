import { type LogEvent, logKinds } from '@botscope/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { formatMoney } from '../../../../platform/i18n/money.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Under } from '../../../../ui/words.tsx';
import { eventQuery, logQuery, parseLogKind, type UserRef } from '../../data/user-data.ts';
import classes from './user-log.module.css';

/** Every event of a user in all chats, the newest first. */
export function UserLog({ user }: { user: UserRef }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const kind = parseLogKind(useSearch({ from: '/layout/users/$userId' }).kind);
  const query = useInfiniteQuery(logQuery(user, kind));
  const kinds = logKinds.map((value) => ({ value, label: t(`Conversation.log.kinds.${value}`) }));
  return (
    <div className={classes.log}>
      <SelectChoice
        label={t('Conversation.log.kind')}
        value={kind ?? ''}
        options={[{ value: '', label: t('Conversation.log.all') }, ...kinds]}
        onChange={(newKind) =>
          void navigate({
            to: '.',
            search: (oldSearch) => ({ ...oldSearch, kind: newKind || undefined }),
            resetScroll: false,
          })
        }
      />
      <Loaded query={query} height={360}>
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events);
          if (events.length === 0) return <EmptyState title={t('Conversation.log.none')} />;
          return (
            <>
              <Events user={user} events={events} />
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                  {t('Conversation.log.more')}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function Events({ user, events }: { user: UserRef; events: readonly LogEvent[] }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState<string | null>(null);
  const columns: readonly DataColumn<LogEvent>[] = [
    {
      id: 'time',
      name: t('Conversation.log.columns.time'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
    },
    {
      id: 'event',
      name: t('Conversation.log.columns.event'),
      isRowName: true,
      isUnbroken: true,
      cell: (event) => (
        <button
          type="button"
          className={classes.open}
          onClick={() => setOpen(event.cursor)}
          title={t('Conversation.log.details')}
        >
          <code>{event.kind}</code>
          {event.type && <Under>{event.type}</Under>}
        </button>
      ),
    },
    {
      id: 'name',
      name: t('Conversation.log.columns.name'),
      cell: ({ name, text, code, membership, amount, currency }) => (
        <span className={classes.name}>
          <bdi>{name || text}</bdi>
          {code !== 0 && (
            <Under>{code > 0 ? t('Conversation.log.failed', { code }) : t('Conversation.log.noAnswer')}</Under>
          )}
          {membership !== '' && <Under>{t(`Conversation.log.membership.${membership}`)}</Under>}
          {currency !== '' && <Under>{formatMoney(amount, currency, i18n.language)}</Under>}
        </span>
      ),
    },
    {
      id: 'chat',
      name: t('Conversation.log.columns.chat'),
      isEmpty: ({ chat_id }) => chat_id === 0,
      cell: ({ chat_id, chat_type }) =>
        chat_id === user.userId ? t('Conversation.log.private') : chat_id !== 0 && `${chat_type} ${chat_id}`,
    },
  ];
  return (
    <>
      <DataTable
        label={t('Conversation.log.title')}
        columns={columns}
        rows={events}
        rowId={({ cursor }) => cursor}
        isStale={false}
      />
      {open !== null && <EventDetails user={user} event={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The update or call behind an event, as it came. */
function EventDetails({ user, event, onClose }: { user: UserRef; event: string; onClose(): void }) {
  const { t } = useTranslation();
  const query = useQuery(eventQuery(user, event));
  return (
    <Dialog title={t('Conversation.log.details')} size="lg" onClose={onClose}>
      <Loaded query={query} height={240}>
        {({ payload }) => {
          if (payload === '') return <p>{t('Conversation.log.gone')}</p>;
          const text = pretty(payload);
          return (
            <>
              <CopyButton value={text} label={t('Conversation.log.copy')} />
              <pre className={classes.json}>{text}</pre>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
