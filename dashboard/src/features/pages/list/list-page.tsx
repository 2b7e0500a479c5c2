import { pageStatuses } from '@botscope/contract';
import { Button, Flex, NativeSelect, Text } from '@mantine/core';
import { IconFilterOff, IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import type { PageTypes } from '../data/page-data.ts';
import type { PageKind } from '../data/page-kind.ts';
import { useChangeSearch, usePageSearch } from '../data/page-search.ts';
import { useMayAdd, useShownBots } from '../data/shown-bots.ts';
import { PageTable } from './page-table.tsx';

/** All Mini Apps, or all websites, of the bots of the account. */
export function ListPage<T extends PageTypes>({ kind }: { kind: PageKind<T> }) {
  const { t } = useTranslation();
  const { mayAdd } = useMayAdd();
  const query = useQuery(kind.data.listQuery(useShownBots().demo));
  const hasItems = query.data !== undefined && query.data.length > 0;
  return (
    <Page title={t(`PageList${kind.name}.title`)} actions={mayAdd && hasItems && <AddButton kind={kind} />}>
      <Text c="dimmed" maw="80ch" mb={20}>
        {t(`PageList${kind.name}.text`)}
      </Text>
      <Loaded query={query} height={240}>
        {(pages) => (pages.length > 0 ? <FilteredList kind={kind} pages={pages} /> : <NoneYet kind={kind} />)}
      </Loaded>
    </Page>
  );
}

type Described = Pick<PageKind<PageTypes>, 'add' | 'icon' | 'name'>;

function AddButton({ kind }: { kind: Described }) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} renderRoot={(props) => <Link to={kind.add} {...props} />}>
      {t(`PageList${kind.name}.add`)}
    </Button>
  );
}

/** Empty state of an account without a Mini App or a website. */
function NoneYet({ kind }: { kind: Described }) {
  const { t } = useTranslation();
  const { hasBots, mayAdd } = useMayAdd();
  const reason = !hasBots ? 'noBot' : mayAdd ? 'none' : 'noneShared';
  const Icon = hasBots ? kind.icon : IconRobot;
  return (
    <EmptyState
      icon={<Icon size={36} stroke={1.4} />}
      title={t(`PageList${kind.name}.${reason}.title`)}
      text={t(`PageList${kind.name}.${reason}.text`)}
    >
      {!hasBots && <Button renderRoot={(props) => <Link to="/add-bot" {...props} />}>{t('Shell.addBot')}</Button>}
      {mayAdd && <AddButton kind={kind} />}
    </EmptyState>
  );
}

/** Filters are there once there is something to choose between. */
function FilteredList<T extends PageTypes>({ kind, pages }: { kind: PageKind<T>; pages: readonly T['page'][] }) {
  const { t } = useTranslation();
  const { bots } = useShownBots();
  const { owner, status } = usePageSearch();
  const change = useChangeSearch();
  const owners = [...new Set(pages.map(({ bot_key }) => bot_key))];
  const statuses = pageStatuses.filter((one) => pages.some((page) => page.status === one));
  const visiblePages = pages.filter(
    (page) => (!owner || page.bot_key === owner) && (!status || page.status === status),
  );
  return (
    <>
      {(owners.length > 1 || statuses.length > 1 || owner || status) && (
        <Flex component="search" gap={12} wrap="wrap" mb={16}>
          {(owners.length > 1 || owner) && (
            <NativeSelect
              aria-label={t('Pages.columns.bot')}
              value={owner ?? ''}
              data={[
                { value: '', label: t('Pages.filters.anyBot') },
                ...owners.map((key) => ({ value: key, label: bots[key]?.bot_name ?? key })),
              ]}
              onChange={(event) => change({ owner: event.currentTarget.value })}
            />
          )}
          {(statuses.length > 1 || status) && (
            <NativeSelect
              aria-label={t('Pages.columns.status')}
              value={status ?? ''}
              data={[
                { value: '', label: t('Pages.filters.anyStatus') },
                ...statuses.map((one) => ({ value: one, label: t(`Pages.status.${one}`) })),
              ]}
              onChange={(event) => change({ status: event.currentTarget.value })}
            />
          )}
        </Flex>
      )}
      {visiblePages.length > 0 ? (
        <PageTable kind={kind} pages={visiblePages} />
      ) : (
        <EmptyState icon={<IconFilterOff size={32} stroke={1.4} />} title={t(`PageList${kind.name}.noMatch`)}>
          <Button variant="default" onClick={() => change({ owner: '', status: '' })}>
            {t('Pages.filters.reset')}
          </Button>
        </EmptyState>
      )}
    </>
  );
}
