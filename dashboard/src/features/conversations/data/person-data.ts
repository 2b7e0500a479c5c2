import { api, type LogKind, logKinds } from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Everything that is asked about one user of a bot. */
export interface PersonRef {
  key: string;
  userId: number;
}

const toParams = ({ key, userId }: PersonRef) => ({ key, user_id: String(userId) });
const keyOf = ({ key, userId }: PersonRef) => ['bots', key, 'person', userId] as const;

export const headQuery = (person: PersonRef) =>
  queryOptions({
    queryKey: [...keyOf(person), 'head'],
    queryFn: ({ signal }) => call(api.getPerson, { params: toParams(person), signal }),
  });

/** Loads what takes longer than the head, in a request of its own. */
export const totalsQuery = (person: PersonRef) =>
  queryOptions({
    queryKey: [...keyOf(person), 'totals'],
    queryFn: ({ signal }) => call(api.getPersonTotals, { params: toParams(person), signal }),
  });

/** Page of the conversation; the newest one without a place. */
export interface PagePlace {
  before?: string;
  after?: string;
  around?: string;
}

export const readPage = (person: PersonRef, place: PagePlace, signal?: AbortSignal) =>
  call(api.listConversation, { params: toParams(person), query: place, ...(signal && { signal }) });

export const conversationKey = (person: PersonRef) => [...keyOf(person), 'conversation'] as const;

/** The conversation from a message or moment on, in both directions; from its end without one. */
export const conversationQuery = (person: PersonRef, anchor: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...conversationKey(person), anchor ?? ''],
    queryFn: ({ signal, pageParam }) => readPage(person, pageParam, signal),
    initialPageParam: (anchor === undefined ? {} : { around: anchor }) as PagePlace,
    getPreviousPageParam: (first): PagePlace | undefined =>
      first.before === null ? undefined : { before: first.before },
    getNextPageParam: (last): PagePlace | undefined => (last.after === null ? undefined : { after: last.after }),
    // The page listens for what is new; asking for all pages again would cost as many calls as were scrolled.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const searchQuery = (person: PersonRef, search: string) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(person), 'search', search],
    queryFn: ({ signal, pageParam }) =>
      call(api.searchConversation, { params: toParams(person), query: { search, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.before ?? undefined,
  });

export const parseLogKind = (kind: string | undefined): LogKind | undefined =>
  logKinds.find((logKind) => logKind === kind);

export const logQuery = (person: PersonRef, kind: LogKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(person), 'log', kind ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(api.listPersonLog, { params: toParams(person), query: { kind, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.before ?? undefined,
  });

export const eventQuery = (person: PersonRef, event: string) =>
  queryOptions({
    queryKey: [...keyOf(person), 'event', event],
    queryFn: ({ signal }) => call(api.getLogEvent, { params: { ...toParams(person), event }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
