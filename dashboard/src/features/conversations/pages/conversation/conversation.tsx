import type { Bot } from '@botscope/contract';
import { Button, Skeleton } from '@mantine/core';
import { IconMessageOff } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { buildRows } from '../../data/rows.ts';
import { toNewest } from '../../data/to-newest.ts';
import { useConversation } from '../../data/use-conversation.ts';
import type { UserRef } from '../../data/user-data.ts';
import classes from './conversation.module.css';
import { ConversationTools } from './conversation-tools.tsx';
import { FileContext } from './file-context.ts';
import { MessageList } from './message-list.tsx';
import { SearchResults } from './search-results.tsx';
import { useDays } from './use-clock.ts';

interface ConversationProps {
  bot: Bot;
  user: UserRef;
  /** Content below the messages. */
  composer: ReactNode;
}

/** The chat of one user with the bot, as Telegram would show it. The place in it is in the address. */
export function Conversation({ bot, user, composer }: ConversationProps) {
  const { message, at, search } = useSearch({ from: '/layout/users/$userId' });
  const days = useDays();
  const dayStart = at === undefined ? null : days.startOf(at);
  const place = message !== undefined && /^-?\d+(-\d+)?$/.test(message) ? message : (dayStart?.toString() ?? undefined);
  const files = {
    ...user,
    problem: may(bot, 'communication.files.get') ? (bot.has_token ? null : 'needToken') : 'noAccess',
  } as const;
  return (
    <FileContext value={files}>
      <div className={classes.conversation}>
        <ConversationTools search={search ?? ''} day={at ?? ''} isElsewhere={place !== undefined} />
        {search && <SearchResults user={user} search={search} />}
        {/* Another place is another list: it begins with its own page. */}
        <Messages key={place ?? ''} bot={bot} user={user} place={place} isMessage={message !== undefined} />
        {composer}
      </div>
    </FileContext>
  );
}

interface MessagesProps {
  bot: Bot;
  user: UserRef;
  place: string | undefined;
  isMessage: boolean;
}

function Messages({ bot, user, place, isMessage }: MessagesProps) {
  const { t } = useTranslation();
  const { dayOf } = useDays();
  const { query, items, added, isAtEnd, outgoing } = useConversation(user, place);
  const rows = useMemo(() => buildRows(items, dayOf), [items, dayOf]);
  if (query.error && !query.data) {
    return (
      <Notice tone="warn">
        <div role="alert">{t('Conversation.failed')}</div>
        <Button variant="default" size="compact-sm" mt={8} loading={query.isFetching} onClick={() => query.refetch()}>
          {t('General.Retry')}
        </Button>
      </Notice>
    );
  }
  if (!query.data) return <Waiting />;
  const oneSided = outgoing === 'off' && (
    <Notice>
      {t('Conversation.outgoing.text')}{' '}
      {may(bot, 'secure.view') && (
        <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }}>
          {t('Conversation.outgoing.link')}
        </TextLink>
      )}
    </Notice>
  );
  if (rows.length === 0) {
    return (
      <>
        {oneSided}
        <EmptyState
          icon={<IconMessageOff size={36} stroke={1.4} />}
          title={t('Conversation.empty.title')}
          text={t('Conversation.empty.text')}
        >
          {place !== undefined && (
            <Button variant="default" renderRoot={(props) => <Link to="." search={toNewest} {...props} />}>
              {t('Conversation.newest')}
            </Button>
          )}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {oneSided}
      <MessageList
        rows={rows}
        place={place}
        isMarked={isMessage}
        added={added}
        isAtEnd={isAtEnd}
        older={
          query.hasPreviousPage ? { load: query.fetchPreviousPage, isLoading: query.isFetchingPreviousPage } : null
        }
        newer={query.hasNextPage ? { load: query.fetchNextPage, isLoading: query.isFetchingNextPage } : null}
      />
    </>
  );
}

const waitingWidths = ['62%', '40%', '54%', '36%', '68%'];

function Waiting() {
  return (
    <div className={classes.waiting} aria-hidden>
      {waitingWidths.map((width, index) => (
        <Skeleton key={width} height={44} width={width} radius={14} ml={index % 2 === 0 ? 0 : 'auto'} />
      ))}
    </div>
  );
}
