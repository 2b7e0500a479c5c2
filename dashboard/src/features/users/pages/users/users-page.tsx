import { type Bot, formatRules } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconFilterOff, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../../analytics/question/use-address.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { useWarmUserPage } from '../../../../platform/routing/use-warm-user-page.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { MoreRows } from '../../../../ui/table/more-rows.tsx';
import { JobPanel } from '../../../user-jobs/public/job-panel.tsx';
import { countQuery, trimSelection, usersQuery } from '../../data/users-data.ts';
import { RulesBar } from '../../rules/rules-bar.tsx';
import { NoUsers } from '../../shared/no-users.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { ExportLinks } from './export-links.tsx';
import { NumberChip } from './number-chip.tsx';
import { SaveSegment } from './save-segment.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectedUsers } from './selected-users.tsx';
import classes from './users.module.css';
import { columnsWord, formatColumns, formatSort, isNarrowed, readUsersView, sortWord } from './users-view.ts';
import { ViewsMenu } from './views-menu.tsx';

/** The users of the current bot. What is shown stands in the address. */
export function UsersPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'section.users.list')) {
    return (
      <Page title={t('Users.title')}>
        <NoUsers bot={bot} />
      </Page>
    );
  }
  return <Users bot={bot} key={bot.key} />;
}

function Users({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const address = useSearch({ from: '/layout/users' });
  const view = readUsersView(address);
  const [, change] = useAddress();
  const [isSaving, setSaving] = useState(false);
  useWarmUserPage();
  const selection = trimSelection(view.selection);
  const columns = formatColumns(view.columns);
  const query = useInfiniteQuery({
    ...usersQuery(bot.key, { selection, sort: formatSort(view.sort), columns }),
    placeholderData: keepPreviousData,
  });
  const count = useQuery({ ...countQuery(bot.key, selection), placeholderData: keepPreviousData });
  const narrowed = isNarrowed(view);
  const everyone = () => change({ search: undefined, rules: undefined, number: undefined });
  return (
    <Page
      title={t('Users.title')}
      actions={
        <>
          <ViewsMenu bot={bot} address={address} change={change} />
          {may(bot, 'tasker.list.save') && (
            <Button size="xs" variant="default" onClick={() => setSaving(true)}>
              {t('Users.save.button')}
            </Button>
          )}
          {may(bot, 'section.users.export') && <ExportLinks bot={bot} members={{ selection }} columns={columns} />}
        </>
      }
    >
      <search className={classes.bar}>
        <SearchBox value={view.search} onChange={(search) => change({ search: search || undefined })} />
        <span className={classes.spacer} />
        <ColumnsPanel
          bot={bot}
          columns={view.columns}
          onChange={(newColumns) => change({ columns: columnsWord(newColumns) }, { replace: true })}
        />
      </search>
      <RulesBar
        bot={bot}
        rules={view.rules}
        before={
          view.number && <NumberChip bot={bot} number={view.number} onRemove={() => change({ number: undefined })} />
        }
        onChange={(rules) => change({ rules: formatRules(rules) || undefined })}
      />
      <JobPanel bot={bot} />
      <CountLine query={count} narrowed={narrowed} />
      <Loaded query={query} height={480}>
        {({ pages }) => {
          const users = pages.flatMap((page) => page.users);
          if (users.length === 0) return narrowed ? <NoMatch onReset={everyone} /> : <NobodyYet bot={bot} />;
          return (
            <>
              <SelectedUsers
                key={JSON.stringify(selection)}
                bot={bot}
                users={users}
                columns={view.columns}
                sort={view.sort}
                matching={selection}
                total={count.data && !count.isPlaceholderData ? count.data.count : users.length}
                isStale={query.isPlaceholderData}
                onSort={(sort) => change({ sort: sortWord(sort) }, { replace: true })}
              />
              <EndlessRows query={query} />
            </>
          );
        }}
      </Loaded>
      {isSaving && <SaveSegment bot={bot} rules={view.rules} selection={selection} onClose={() => setSaving(false)} />}
    </Page>
  );
}

function NoMatch({ onReset }: { onReset(): void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconFilterOff size={32} stroke={1.4} />}
      title={t('Users.noMatch.title')}
      text={t('Users.noMatch.text')}
    >
      <Button variant="default" onClick={onReset}>
        {t('Users.noMatch.reset')}
      </Button>
    </EmptyState>
  );
}

function NobodyYet({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconUsers size={36} stroke={1.4} />}
      title={t('Users.nobody.title')}
      text={t('Users.nobody.text')}
    >
      {may(bot, 'settings.edit') && (
        <Button renderRoot={(props) => <Link to="/bots/$key" params={{ key: bot.key }} {...props} />}>
          {t('Users.nobody.connect')}
        </Button>
      )}
    </EmptyState>
  );
}

interface CountLineProps {
  query: Pick<UseQueryResult<{ count: number; total: number }>, 'data' | 'error' | 'isPlaceholderData'>;
  narrowed: boolean;
}

/** "48,213 of 1,002,311 users". The table does not wait for it. */
function CountLine({ query, narrowed }: CountLineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, isPlaceholderData } = query;
  const totals = data && !isPlaceholderData ? data : null;
  return (
    <p className={classes.count} role="status">
      {totals && narrowed
        ? t('Users.count.of', {
            count: totals.total,
            found: format.number(totals.count),
            total: format.number(totals.total),
          })
        : totals
          ? t('Users.count.all', { count: totals.total, total: format.number(totals.total) })
          : t(error ? 'Users.count.failed' : 'Users.count.counting')}
    </p>
  );
}

interface EndlessRowsProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage(): unknown };
}

/** The next page comes when its button comes into sight; a failed one waits for a click. */
function EndlessRows({ query }: EndlessRowsProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const end = box.current;
    if (!end || !isReady) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) fetchNextPage();
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [isReady, fetchNextPage]);
  return (
    <div ref={box} className={classes.rest}>
      <MoreRows label={t('Users.more')} query={query} />
    </div>
  );
}
