import { api } from '@botscope/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';

/** Users come and go, but what may be chosen hardly changes while someone chooses. */
const staleMs = 300_000;

/** Values of a dimension that were seen in the last 90 days, those with the most users first; those that hold `search`. */
export function useFilterValues(bot: string, dimension: string, search: string, enabled = true) {
  return useQuery({
    queryKey: ['filter-values', bot, dimension, search],
    queryFn: ({ signal }) =>
      call(api.filterValues, {
        params: { key: bot },
        query: { dimension, ...(search ? { search } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
    enabled,
  });
}

/** Names of the launch parameters that were seen: further dimensions. */
export function useLaunchParameters(bot: string, enabled: boolean): readonly string[] {
  return useFilterValues(bot, 'source', '', enabled).data?.parameters ?? [];
}
