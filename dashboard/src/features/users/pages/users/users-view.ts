import {
  defaultUserColumns,
  everyone,
  isSortable,
  isUserColumn,
  maxUserColumns,
  parseRules,
  type SegmentRules,
  type UserColumn,
  type UsersSelection,
} from '@botscope/contract';
import type { TableSort } from '../../../../ui/table/columns.ts';
import type { UsersSearch } from '../../search.ts';

/** State of the list as its address has it. */
export interface UsersView {
  /** Null: the address says something that is no rules. */
  rules: SegmentRules | null;
  selection: UsersSelection;
  search: string;
  number: string;
  sort: TableSort;
  /** Without the name, which always stands first. */
  columns: readonly UserColumn[];
}

const usualSort: TableSort = { id: 'last_seen', isDescending: true };
const isName = (column: UserColumn): boolean => column === 'first_name';
export const usualColumns: readonly UserColumn[] = defaultUserColumns.filter((column) => !isName(column));

/** Parses an address; what it does not say, or says wrongly, gets its usual value. */
export function readUsersView({
  rules: text = '',
  search = '',
  number = '',
  sort = '',
  columns,
}: UsersSearch): UsersView {
  const rules = parseRules(text);
  return {
    rules,
    // Rules that nobody can read select everyone, and the bar says so.
    selection: { ...(rules && text && { rules: text }), ...(search && { search }), ...(number && { number }) },
    search,
    number,
    sort: readSort(sort),
    columns: columns === undefined ? usualColumns : readColumns(columns),
  };
}

function readSort(text: string): TableSort {
  const isDescending = text.startsWith('-');
  const id = isDescending ? text.slice(1) : text;
  return isUserColumn(id) && isSortable(id) ? { id, isDescending } : usualSort;
}

function readColumns(text: string): UserColumn[] {
  const knownColumns = text.split(',').filter((word): word is UserColumn => isUserColumn(word) && !isName(word));
  // One place is the name's.
  return [...new Set(knownColumns)].slice(0, maxUserColumns - 1);
}

export const formatSort = ({ id, isDescending }: TableSort): string => (isDescending ? `-${id}` : id);

/** As the server wants them. */
export const formatColumns = (columns: readonly UserColumn[]): string => ['first_name', ...columns].join(',');

/** As the address has them; nothing for the usual ones. */
export function columnsWord(columns: readonly UserColumn[]): string | undefined {
  const text = columns.join(',');
  // An empty word would leave the address, and bring the usual ones back.
  return text === usualColumns.join(',') ? undefined : text || 'first_name';
}

export const sortWord = (sort: TableSort): string | undefined =>
  formatSort(sort) === formatSort(usualSort) ? undefined : formatSort(sort);

/** Whether anything narrows the list. */
export const isNarrowed = ({ rules, search, number }: UsersView): boolean =>
  rules === null || rules.rules.length > everyone.rules.length || search !== '' || number !== '';
