import { type InboxKind, inboxKinds } from '@botscope/contract';
import { Box, Button, Flex, Text, VisuallyHidden } from '@mantine/core';
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
      <Flex gap={12} align="center" justify="space-between" pt={12} pb={4} px={16}>
        <Box component="h2" fz="md" fw={600}>
          {t('Inbox.title')}
        </Box>
        <button
          type="button"
          className={classes.action}
          disabled={unread === 0}
          onClick={() => readInbox().catch(showError)}
        >
          {t('Inbox.readAll')}
        </button>
      </Flex>
      <fieldset className={classes.kinds}>
        <VisuallyHidden component="legend">{t('Inbox.filter')}</VisuallyHidden>
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
      {query.error && !items && (
        <Text py={24} px={16} c="dimmed" fz="sm" ta="center">
          {t('Inbox.failed')}
        </Text>
      )}
      {items?.length === 0 && (
        <Text py={24} px={16} c="dimmed" fz="sm" ta="center">
          {kind === null ? t('Inbox.empty') : t('Inbox.emptyKind')}
        </Text>
      )}
      {items && items.length > 0 && (
        <Box component="ul" p={4}>
          {items.map((item) => (
            <InboxEntry key={item.id} item={item} onLeave={onLeave} />
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
