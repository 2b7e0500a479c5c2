import { api, type LogKind, logKinds } from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Everything that is asked about one user of a bot. */
export interface UserRef {
  key: string;
  userId: number;
}

const toParams = ({ key, userId }: UserRef) => ({ key, user_id: String(userId) });
const keyOf = ({ key, userId }: UserRef) => ['bots', key, 'user', userId] as const;

export const headQuery = (user: UserRef) =>
  queryOptions({
    queryKey: [...keyOf(user), 'head'],
    queryFn: ({ signal }) => call(api.getUser, { params: toParams(user), signal }),
  });

/** Loads what takes longer than the head, in a request of its own. */
export const totalsQuery = (user: UserRef) =>
  queryOptions({
    queryKey: [...keyOf(user), 'totals'],
    queryFn: ({ signal }) => call(api.getUserTotals, { params: toParams(user), signal }),
  });

/** Page of the conversation; the newest one without a place. */
export interface PagePlace {
  before?: string;
  after?: string;
  around?: string;
}

export const readPage = (user: UserRef, place: PagePlace, signal?: AbortSignal) =>
  call(api.listConversation, { params: toParams(user), query: place, ...(signal && { signal }) });

export const conversationKey = (user: UserRef) => [...keyOf(user), 'conversation'] as const;

/** The conversation from a message or moment on, in both directions; from its end without one. */
export const conversationQuery = (user: UserRef, anchor: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...conversationKey(user), anchor ?? ''],
    queryFn: ({ signal, pageParam }) => readPage(user, pageParam, signal),
    initialPageParam: (anchor === undefined ? {} : { around: anchor }) as PagePlace,
    getPreviousPageParam: (first): PagePlace | undefined =>
      first.before === null ? undefined : { before: first.before },
    getNextPageParam: (last): PagePlace | undefined => (last.after === null ? undefined : { after: last.after }),
    // The page listens for what is new; asking for all pages again would cost as many calls as were scrolled.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const searchQuery = (user: UserRef, search: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(user), 'search', search],
    queryFn: ({ signal, pageParam }) =>
      call(api.searchConversation, { params: toParams(user), query: { search, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.before ?? undefined,
  });

export const parseLogKind = (kind: string | undefined): LogKind | undefined =>
  logKinds.find((logKind) => logKind === kind);

export const logQuery = (user: UserRef, kind: LogKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(user), 'log', kind ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(api.listUserLog, { params: toParams(user), query: { kind, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.before ?? undefined,
  });

export const eventQuery = (user: UserRef, event: string) =>
  queryOptions({
    queryKey: [...keyOf(user), 'event', event],
    queryFn: ({ signal }) => call(api.getLogEvent, { params: { ...toParams(user), event }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
