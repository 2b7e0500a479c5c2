import { type NotificationKind, notificationKinds } from '@botscope/contract';
import { Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { notificationPagesQuery, notificationsQuery, readNotifications } from './notification-data.ts';
import { NotificationEntry } from './notification-entry.tsx';
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
