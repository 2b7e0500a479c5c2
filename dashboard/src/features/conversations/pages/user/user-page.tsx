import type { Bot } from '@botscope/contract';
import { Skeleton } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../analytics/users/users-query.ts';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { withTexts } from '../../../../platform/i18n/i18n.ts';
import { inOrder, useFeatures } from '../../../../platform/routing/feature.ts';
import { UserPartView } from '../../../../platform/routing/user-part.tsx';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PageTabs } from '../../../../ui/page-tabs.tsx';
import { conversationKey, headQuery, type UserRef } from '../../data/user-data.ts';
import { Conversation } from '../conversation/conversation.tsx';
import { UserLog } from '../log/user-log.tsx';
import { ReachNotice } from './reach.tsx';
import { UserActions } from './user-actions.tsx';
import { UserHeadPanel } from './user-head.tsx';
import classes from './user-page.module.css';
import { UserTotalsPanel } from './user-totals.tsx';

const SubscriptionSection = lazy(
  withTexts(['Subscription'], async () => ({
    default: (await import('./subscription-section.tsx')).SubscriptionSection,
  })),
);

/** Height of a composer with an empty text, px. */
const composerHeight = 96;

const tabs = ['conversation', 'log', 'profile'] as const;

/** One user of the current bot: the conversation, all events, and who they are. */
export function UserPage() {
  const { userId } = useParams({ from: '/layout/users/$userId' });
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'section.users.list')) return <Missing what="noAccess" />;
  if (!/^[1-9]\d{0,15}$/.test(userId)) return <Missing what="unknown" />;
  return <User bot={bot} userId={Number(userId)} key={`${bot.key} ${userId}`} />;
}

function Missing({ what }: { what: 'noAccess' | 'unknown' }) {
  const { t } = useTranslation();
  return (
    <Page title={t(`Conversation.${what}.title`)}>
      <EmptyState
        icon={<IconUserOff size={36} stroke={1.4} />}
        title={t(`Conversation.${what}.title`)}
        text={t(`Conversation.${what}.text`)}
      />
    </Page>
  );
}

function User({ bot, userId }: { bot: Bot; userId: number }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/layout/users/$userId' });
  const features = useFeatures();
  const user: UserRef = { key: bot.key, userId };
  const head = useQuery(headQuery(user));
  const isRead = useIsRead(user);
  if (head.error && codeOf(head.error) === 'NotFound') return <Missing what="unknown" />;
  const tab = tabs.find((each) => each === search.tab) ?? 'conversation';
  const sections = inOrder(features.map((feature) => feature.userSections)).filter(({ needs }) => may(bot, needs));
  const composer = features.map((feature) => feature.userComposer).find((part) => part && may(bot, part.needs));
  return (
    <Page
      title={(head.data && fullName(head.data)) || (head.data ? t('Conversation.noName') : `ID ${userId}`)}
      actions={<UserActions bot={bot} userId={userId} isRead={isRead} />}
      crumbs={may(bot, 'section.users.list') ? [{ label: t('Menu.users'), to: '/users' }] : []}
    >
      <div className={classes.columns} data-tab={tab}>
        <div className={classes.main}>
          <PageTabs
            label={t('Conversation.sections')}
            current={tab}
            tabs={tabs.map((key) => ({ key, name: t(`Conversation.tabs.${key}`) }))}
          />
          <div className={classes.content}>
            {may(bot, 'section.users.chat.view') ? (
              <Content
                bot={bot}
                user={user}
                tab={tab}
                composer={
                  composer &&
                  (isRead ? (
                    <>
                      {head.data && <ReachNotice head={head.data} />}
                      <UserPartView load={composer.load} height={composerHeight} bot={bot} userId={userId} />
                    </>
                  ) : (
                    <Skeleton height={composerHeight} aria-hidden />
                  ))
                }
              />
            ) : (
              <EmptyState title={t('Conversation.noChat.title')} text={t('Conversation.noChat.text')} />
            )}
          </div>
        </div>
        <aside className={classes.side} aria-label={t('Conversation.tabs.profile')}>
          <Loaded query={head} height={260}>
            {(data) => <UserHeadPanel head={data} botKey={bot.key} />}
          </Loaded>
          {isRead ? (
            <>
              <UserTotalsPanel user={user} />
              <Suspense>
                <SubscriptionSection user={user} />
              </Suspense>
              {sections.map(({ id, load }) => (
                <UserPartView key={id} load={load} height={96} bot={bot} userId={userId} />
              ))}
            </>
          ) : (
            <Skeleton height={560} aria-hidden />
          )}
        </aside>
      </div>
    </Page>
  );
}

function Content({ bot, user, tab, composer }: { bot: Bot; user: UserRef; tab: string; composer: ReactNode }) {
  if (tab === 'log') return <UserLog user={user} />;
  return <Conversation bot={bot} user={user} composer={composer} />;
}

/**
 * True once the first page of the conversation has come, or where none is asked for. What stands beside it waits for that:
 * a dozen requests at once share one store and two cores, and the messages came last (350 ms instead of 150).
 */
function useIsRead(user: UserRef): boolean {
  const client = useQueryClient();
  const queryKey = conversationKey(user);
  const isReading = useIsFetching({ queryKey }) > 0;
  const [isRead, setRead] = useState(false);
  // Effects of children run first: a conversation on this page has asked by now.
  useEffect(() => {
    if (isReading || client.isFetching({ queryKey }) > 0) return;
    // The messages are painted first: what is drawn in the same task as they are holds them up (60 ms).
    const frame = requestAnimationFrame(() => setTimeout(() => setRead(true)));
    return () => cancelAnimationFrame(frame);
  });
  return isRead;
}
