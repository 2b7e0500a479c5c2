import type { UsersView, UsersViewState } from '@botscope/contract';
import type { UsersSearch } from '../../search.ts';

/** Returns the parts of an address that a saved view keeps. A report's number belongs to a day, and is not kept. */
export const pickState = ({ rules = '', search = '', sort = '', columns = '' }: UsersSearch): UsersViewState => ({
  rules,
  search,
  sort,
  columns,
});

/** The address of a view: everything that it keeps, and its id. */
export const toAddress = ({ view_id, state }: Pick<UsersView, 'view_id' | 'state'>) => ({
  rules: state.rules || undefined,
  search: state.search || undefined,
  sort: state.sort || undefined,
  columns: state.columns || undefined,
  number: undefined,
  view: String(view_id),
});

/** Whether an address is a bare link to a view, which has still to be filled in. */
export const isBareLink = ({ view, rules, search, sort, columns, number }: UsersSearch): boolean =>
  view !== undefined && [rules, search, sort, columns, number].every((part) => part === undefined);

/** Whether the address shows something else than the view has. */
export function isChanged(address: UsersSearch, { state }: Pick<UsersView, 'state'>): boolean {
  const now = pickState(address);
  return (
    address.number !== undefined ||
    (Object.keys(now) as (keyof UsersViewState)[]).some((part) => now[part] !== state[part])
  );
}
