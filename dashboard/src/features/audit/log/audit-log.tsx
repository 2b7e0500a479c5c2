import { accountAuditCsvPath, api, botAuditCsvPath } from '@botscope/contract';
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconFilterOff, IconHistory } from '@tabler/icons-react';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/call.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { MoreRows } from '../../../ui/table/more-rows.tsx';
import classes from './audit-log.module.css';
import { AuditTable } from './audit-table.tsx';
import { actionWords, actorWords } from './audit-words.ts';

/** Null: everything, everyone. */
interface AuditFilters {
  action: string | null;
  account: string | null;
}

const noFilters: AuditFilters = { action: null, account: null };

const toQuery = ({ action, account }: AuditFilters) => ({
  ...(action !== null && { action }),
  ...(account !== null && { account }),
});

/** The log of a bot, or (null) of the account itself, page after page. */
const auditQuery = (key: string | null, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', key, filters],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...toQuery(filters), before: pageParam };
      return key === null
        ? call(api.accountAudit, { query, signal })
        : call(api.botAudit, { params: { key }, query, signal });
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.more ? last.entries.at(-1)?.id : undefined),
    // An action done elsewhere a moment ago should be there.
    staleTime: 0,
  });

/** Address of the same log as a file. */
function auditCsvHref(key: string | null, filters: AuditFilters): string {
  const queryText = new URLSearchParams(toQuery(filters)).toString();
  return `${key === null ? accountAuditCsvPath : botAuditCsvPath(key)}${queryText === '' ? '' : `?${queryText}`}`;
}

/** The log of a bot, or (null) of the account itself: filters, the file, entries page after page. */
export function AuditLog({ botKey }: { botKey: string | null }) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState(noFilters);
  const query = useInfiniteQuery({ ...auditQuery(botKey, filters), placeholderData: keepPreviousData });
  const isFiltered = filters.action !== null || filters.account !== null;
  return (
    <Loaded query={query} height={320}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries);
        const [first] = pages;
        if (entries.length === 0 && !isFiltered) {
          return (
            <EmptyState
              icon={<IconHistory size={32} stroke={1.4} />}
              title={t('Audit.none.title')}
              text={t('Audit.none.text')}
            />
          );
        }
        return (
          <>
            <Choices
              ofBot={botKey !== null}
              filters={filters}
              actions={first?.actions ?? []}
              accounts={first?.accounts ?? []}
              csv={auditCsvHref(botKey, filters)}
              onChange={setFilters}
            />
            {entries.length === 0 ? (
              <EmptyState
                icon={<IconFilterOff size={32} stroke={1.4} />}
                title={t('Audit.noMatch.title')}
                text={t('Audit.noMatch.text')}
              />
            ) : (
              <AuditTable entries={entries} ofBot={botKey !== null} stale={query.isPlaceholderData} />
            )}
            <MoreRows label={t('Audit.more')} query={query} />
          </>
        );
      }}
    </Loaded>
  );
}

interface ChoicesProps {
  ofBot: boolean;
  filters: AuditFilters;
  actions: readonly string[];
  accounts: readonly string[];
  csv: string;
  onChange: (filters: AuditFilters) => void;
}

/** Filters of the log. The log of an account has one account only. */
function Choices({ ofBot, filters, actions, accounts, csv, onChange }: ChoicesProps) {
  const { t, i18n } = useTranslation();
  const sortByLabel = (options: { value: string; label: string }[]) =>
    options.sort((one, other) => one.label.localeCompare(other.label, i18n.language));
  return (
    <section className={classes.choices} aria-label={t('Audit.filters')}>
      <NativeSelect
        aria-label={t('Audit.action')}
        value={filters.action ?? anything}
        data={[
          { value: anything, label: t('Audit.anyAction') },
          ...sortByLabel(actions.map((action) => ({ value: action, label: actionWords(t, action) }))),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ ...filters, action: value === anything ? null : value })}
      />
      {ofBot && (
        <NativeSelect
          aria-label={t('Audit.account')}
          value={filters.account ?? anything}
          data={[
            { value: anything, label: t('Audit.anyAccount') },
            ...sortByLabel(accounts.map((account) => ({ value: account, label: actorWords(t, account) }))),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filters, account: value === anything ? null : value })
          }
        />
      )}
      {(filters.action !== null || filters.account !== null) && (
        <Button variant="subtle" color="gray" onClick={() => onChange(noFilters)}>
          {t('Audit.reset')}
        </Button>
      )}
      <Button
        component="a"
        href={csv}
        download
        variant="default"
        className={classes.file}
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label={t('Audit.csvLabel')}
      >
        {t('Audit.csv')}
      </Button>
    </section>
  );
}

/** No action and no account is called so; '' is the product itself. */
const anything = '*';
