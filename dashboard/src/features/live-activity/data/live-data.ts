import { api } from '@botscope/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** The page itself; a hidden tab asks nothing. */
const followEveryMs = 5_000;
/** The number on Home. */
const glanceEveryMs = 30_000;

const liveQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'activity'],
    queryFn: ({ signal }) => call(api.liveActivity, { params: { key }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Asked every few seconds, unless the reader has paused it. */
export const followedQuery = (key: string, paused: boolean) => ({
  ...liveQuery(key),
  refetchInterval: paused ? (false as const) : followEveryMs,
});

export const glanceQuery = (key: string) => ({ ...liveQuery(key), refetchInterval: glanceEveryMs });
