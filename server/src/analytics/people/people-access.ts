import {
  isPeopleColumn,
  keysOfColumn,
  keysOfRules,
  keysOfSearch,
  keysOfUsersFile,
  mayRead,
  missingKey,
  type PeopleColumn,
  type PermissionKey,
  type Permissions,
  parseRules,
  type SegmentGroup,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { parseReportType } from '../reports/report-query.ts';

/** The words of an address that say which users, and in which order. */
interface SelectionWords {
  rules?: string | SegmentGroup | undefined;
  search?: string | undefined;
  number?: string | undefined;
  sort?: string | undefined;
}

/** Refuses with the name of the missing permission. @throws AppError AccessDenied (`field`) */
export function assertMaySee(permissions: Permissions, keys: readonly PermissionKey[], field?: string): void {
  const key = missingKey(permissions, keys);
  if (key === undefined) return;
  const message = `You do not have permission to do this: it needs ${key}`;
  throw new AppError('AccessDenied', { message, ...(field !== undefined && { field }) });
}

/**
 * A selection shows nothing that is closed elsewhere: counting users by rules or ordering them shows the values behind,
 * and the users behind a number are that number. The contract (`revealed.ts`) names what each kind needs.
 * @throws AppError AccessDenied (rules, search, sort, number)
 */
export function assertMaySelect(
  permissions: Permissions,
  { rules = '', search = '', number = '', sort = '' }: SelectionWords,
): void {
  const group = typeof rules === 'string' ? parseRules(rules) : rules;
  if (group !== null) assertMaySee(permissions, keysOfRules(group), 'rules');
  if (search !== '') assertMaySee(permissions, keysOfSearch, 'search');
  const column = sort.replace(/^-/, '');
  if (isPeopleColumn(column)) assertMaySee(permissions, keysOfColumn(column), 'sort');
  const [report = ''] = number.split('?', 1);
  if (report !== '' && !mayRead(permissions, parseReportType(report))) {
    throw new AppError('AccessDenied', { field: 'number' });
  }
}

/** Columns without those whose values the account may not see: a shared view may name some. */
export const visibleColumns = (permissions: Permissions, columns: readonly PeopleColumn[]): readonly PeopleColumn[] =>
  columns.filter((column) => missingKey(permissions, keysOfColumn(column)) === undefined);

/** @throws AppError AccessDenied */
export const assertMayDownload = (permissions: Permissions, file: keyof typeof keysOfUsersFile): void =>
  assertMaySee(permissions, keysOfUsersFile[file]);
