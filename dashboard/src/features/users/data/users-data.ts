import { api, type SegmentMembers, type UsersSelection, usersFilePath } from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

const pageSize = 50;
const examples = 10;

/** Selection, order and columns of the list. */
export interface ListView {
  selection: UsersSelection;
  sort: string;
  /** Joined by commas. */
  columns: string;
}

/** The selection without what is not chosen, so that one selection has one key. */
export const trimSelection = ({ rules, search, number }: UsersSelection): UsersSelection => ({
  ...(rules && { rules }),
  ...(search && { search }),
  ...(number && { number }),
});

/** The users of a view, page after page. */
export const usersQuery = (key: string, { selection, sort, columns }: ListView) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'users', 'list', selection, sort, columns],
    queryFn: ({ signal, pageParam }) =>
      call(api.listUsers, {
        params: { key },
        query: { ...selection, sort, columns, limit: String(pageSize), ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** A few of the selected users. */
export const exampleUsersQuery = (key: string, selection: UsersSelection) =>
  queryOptions({
    queryKey: ['bots', key, 'users', 'examples', selection],
    queryFn: ({ signal }) =>
      call(api.listUsers, {
        params: { key },
        query: { ...selection, columns: 'first_name,status,last_seen', limit: String(examples) },
        signal,
      }),
  });

/** Counts the selected users. Another selection cancels the request. */
export const countQuery = (key: string, selection: UsersSelection) =>
  queryOptions({
    queryKey: ['bots', key, 'users', 'count', selection],
    queryFn: ({ signal }) => call(api.countUsers, { params: { key }, query: selection, signal }),
  });

/** Address of users as a file: of a selection, or of some ids. */
export function usersFileHref(key: string, format: 'csv' | 'ndjson', members: SegmentMembers, columns: string) {
  const scope = 'user_ids' in members ? { ids: members.user_ids.join(',') } : trimSelection(members.selection);
  return `${usersFilePath(key, format)}?${new URLSearchParams({ ...scope, columns } as Record<string, string>)}`;
}
