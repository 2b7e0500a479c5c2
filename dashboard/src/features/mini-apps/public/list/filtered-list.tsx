import { pageStatuses } from '@botscope/contract';
import { Button, Flex, NativeSelect } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import type { ListedPage, ListSearch } from '../list-search.ts';
import { useShownBots } from '../shown-bots.ts';

interface FilteredListProps<Item> {
  items: readonly Item[];
  search: ListSearch;
  noMatch: string;
  children(shown: readonly Item[]): ReactNode;
}

/** Filters are there once there is something to choose between. */
export function FilteredList<Item extends ListedPage>({ items, search, noMatch, children }: FilteredListProps<Item>) {
  const { t } = useTranslation();
  const { bots } = useShownBots();
  const navigate = useNavigate();
  const { owner, status } = search;
  const change = (part: ListSearch) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace: true,
      resetScroll: false,
    });
  const owners = [...new Set(items.map(({ bot_key }) => bot_key))];
  const statuses = pageStatuses.filter((one) => items.some((item) => item.status === one));
  const visibleItems = items.filter(
    (item) => (!owner || item.bot_key === owner) && (!status || item.status === status),
  );
  return (
    <>
      {(owners.length > 1 || statuses.length > 1 || owner || status) && (
        <Flex component="search" gap={12} wrap="wrap" mb={16}>
          {(owners.length > 1 || owner) && (
            <NativeSelect
              aria-label={t('PageScript.columns.bot')}
              value={owner ?? ''}
              data={[
                { value: '', label: t('PageScript.filters.anyBot') },
                ...owners.map((key) => ({ value: key, label: bots[key]?.bot_name ?? key })),
              ]}
              onChange={(event) => change({ owner: event.currentTarget.value })}
            />
          )}
          {(statuses.length > 1 || status) && (
            <NativeSelect
              aria-label={t('PageScript.columns.status')}
              value={status ?? ''}
              data={[
                { value: '', label: t('PageScript.filters.anyStatus') },
                ...statuses.map((one) => ({ value: one, label: t(`PageScript.status.${one}`) })),
              ]}
              onChange={(event) => change({ status: event.currentTarget.value })}
            />
          )}
        </Flex>
      )}
      {visibleItems.length > 0 ? (
        children(visibleItems)
      ) : (
        <EmptyState icon={<IconFilterOff size={32} stroke={1.4} />} title={noMatch}>
          <Button variant="default" onClick={() => change({ owner: '', status: '' })}>
            {t('PageScript.filters.reset')}
          </Button>
        </EmptyState>
      )}
    </>
  );
}
