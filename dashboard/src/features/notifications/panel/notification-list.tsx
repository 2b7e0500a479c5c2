import {
  type NotificationItem,
  type NotificationKind,
  notificationCodes,
  notificationKinds,
  problemCodes,
} from '@botscope/contract';
import { Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { useSession } from '../../../platform/session/session.ts';
import {
  markNotification,
  notificationPagesQuery,
  notificationsQuery,
  readNotifications,
} from './notification-data.ts';
import classes from './notification-list.module.css';

/** The account's notifications, the newest first: all, or one kind. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<NotificationKind | null>(null);
  const { data: bell } = useQuery(notificationsQuery);
  const query = useInfiniteQuery({ ...notificationPagesQuery(kind), placeholderData: keepPreviousData });
  const items = query.data?.pages.flatMap((page) => page.items);
  const unread = bell?.unread ?? 0;
  return (
    <>
      <Flex gap={12} align="center" justify="space-between" pt={12} pb={4} px={16}>
        <Box component="h2" fz="md" fw={600}>
          {t('NotificationList.title')}
        </Box>
        <button
          type="button"
          className={classes.action}
          disabled={unread === 0}
          onClick={() => readNotifications().catch(showError)}
        >
          {t('NotificationList.readAll')}
        </button>
      </Flex>
      <fieldset className={classes.kinds}>
        <VisuallyHidden component="legend">{t('NotificationList.filter')}</VisuallyHidden>
        {[null, ...notificationKinds].map((each) => (
          <button
            key={each}
            type="button"
            className={classes.kind}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {each === null ? t('NotificationList.all') : t(`NotificationList.kinds.${each}`)}
          </button>
        ))}
      </fieldset>
      {query.error && !items && (
        <Text py={24} px={16} c="dimmed" fz="sm" ta="center">
          {t('NotificationList.failed')}
        </Text>
      )}
      {items?.length === 0 && (
        <Text py={24} px={16} c="dimmed" fz="sm" ta="center">
          {kind === null ? t('NotificationList.empty') : t('NotificationList.emptyKind')}
        </Text>
      )}
      {items && items.length > 0 && (
        <Box component="ul" p={4}>
          {items.map((item) => (
            <NotificationEntry key={item.id} item={item} onLeave={onLeave} />
          ))}
        </Box>
      )}
      <div className={classes.foot}>
        {query.hasNextPage && (
          <Button
            variant="default"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            {t('NotificationList.more')}
          </Button>
        )}
        <Link to="/profile" search={{ tab: 'notifications' }} className={classes.action} onClick={onLeave}>
          {t('NotificationList.settings')}
        </Link>
      </div>
    </>
  );
}

/** One notification: it leads to what it is about, and following it is reading it. */
function NotificationEntry({ item, onLeave }: { item: NotificationItem; onLeave: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bots } = useSession();
  const mark = (read: boolean) => markNotification(item.id, read).catch(showError);
  const detail = item.kind === 'access' && item.detail ? t('NotificationList.by', { who: item.detail }) : item.detail;
  const target = findTarget(item, item.bot_key !== null && item.bot_key in bots);
  const content = (
    <>
      <span className={classes.sign} data-state={pickTone(item)} aria-hidden="true" />
      <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
        <Box component="span" fw={500}>
          {describeNotification(t, item)}
        </Box>
        <span className={classes.about}>
          {item.bot_name && `${item.bot_name} · `}
          <time dateTime={item.at} title={format.moment(item.at)}>
            {format.ago(item.at, Date.now())}
          </time>
        </span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </Flex>
      {!item.read && <span className={classes.fresh}>{t('NotificationList.fresh')}</span>}
    </>
  );
  return (
    <Flex component="li" align="flex-start">
      {target === null ? (
        <div className={classes.entry}>{content}</div>
      ) : (
        <Link
          {...target}
          className={classes.entry}
          onClick={() => {
            if (!item.read) void mark(true);
            onLeave();
          }}
        >
          {content}
        </Link>
      )}
      <button
        type="button"
        className={classes.mark}
        data-read={item.read || undefined}
        aria-label={item.read ? t('NotificationList.markUnread') : t('NotificationList.markRead')}
        title={item.read ? t('NotificationList.markUnread') : t('NotificationList.markRead')}
        onClick={() => mark(!item.read)}
      />
    </Flex>
  );
}

/** Codes of a newer server are described in general terms. */
function describeNotification(t: TFunction, { kind, code, state }: NotificationItem): string {
  if (kind === 'connection') {
    const problemCode = problemCodes.find((each) => each === code) ?? 'other';
    return t(state === 'ended' ? `NotificationList.ended.${problemCode}` : `NotificationList.began.${problemCode}`);
  }
  if (kind === 'access')
    return t(`NotificationList.access.${notificationCodes.access.find((each) => each === code) ?? 'other'}`);
  if (kind === 'news') return t('NotificationList.news');
  if (kind === 'integration')
    return t(`NotificationList.integration.${notificationCodes.integration.find((each) => each === code) ?? 'other'}`);
  if (kind === 'campaign')
    return t(`NotificationList.campaign.${notificationCodes.campaign.find((each) => each === code) ?? 'other'}`);
  return t(`NotificationList.account.${notificationCodes.account.find((each) => each === code) ?? 'other'}`);
}

function pickTone({ kind, code, state }: NotificationItem): 'good' | 'warn' | 'plain' {
  if (kind === 'connection') return state === 'ended' ? 'good' : 'warn';
  if (kind === 'account') return 'warn';
  if (kind === 'news') return 'plain';
  if (kind === 'integration') return 'warn';
  if (kind === 'campaign') return code === 'finished' ? 'good' : 'warn';
  return code === 'granted' || code === 'owned' || code === 'joined' ? 'good' : 'plain';
}

/** Null where there is nothing to be seen, or not any more. */
function findTarget({ kind, code, bot_key: key }: NotificationItem, isOpen: boolean): LinkProps | null {
  if (kind === 'account') return { to: '/profile' };
  if (key === null || !isOpen) return null;
  if (kind === 'connection') return { to: '/bots/$key', params: { key }, search: { tab: 'connection' } };
  if (kind === 'campaign') return { to: '/mailing', search: { bot: key } };
  if (kind === 'integration') return { to: '/integrations', search: { owner: key } };
  if (code === 'joined' || code === 'left') return { to: '/bots/$key/permissions', params: { key } };
  return { to: '/', search: { bot: key } };
}
