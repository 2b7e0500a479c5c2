import type { Bot, BotUser, PeopleColumn } from '@botscope/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { nextSort, type TableSort } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import type { SelectionControl } from '../../../../ui/table/use-selection.ts';
import { useFieldColumns } from './field-columns.ts';
import { userColumns } from './user-columns.tsx';

interface UsersTableProps {
  bot: Bot;
  users: readonly BotUser[];
  columns: readonly PeopleColumn[];
  sort: TableSort;
  selection: SelectionControl | null;
  isStale: boolean;
  onSort(sort: TableSort): void;
}

/** Number of columns beyond which the table scrolls sideways in a frame of its own. */
const mostInWidth = 9;
const words: ReadonlySet<string> = new Set(['first_name', 'last_name', 'username', 'language', 'country', 'city']);

export function UsersTable({ bot, users, columns, sort, selection, isStale, onSort }: UsersTableProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const locale = i18n.language;
  const fields = useFieldColumns(bot);
  const drawn = useMemo(
    () => userColumns(columns, { t, locale, format, now: Date.now(), fields }),
    [columns, t, locale, format, fields],
  );
  return (
    <DataTable
      label={t('People.title')}
      look={drawn.length > mostInWidth ? 'sheet' : 'card'}
      columns={drawn}
      rows={users}
      rowId={({ user_id }) => String(user_id)}
      isStale={isStale}
      sort={sort}
      onSort={(id) => onSort(nextSort(sort, id, !words.has(id)))}
      {...(selection && { selection })}
    />
  );
}
