import { api, type BotErrorKind, botErrorKinds } from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { ErrorSearch } from '../search.ts';

const followEveryMs = 30_000;

/** The newest lines of the log, for a glance. */
export const recentErrorsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'errors', 'recent'],
    queryFn: ({ signal }) => call(api.botErrors, { params: { key }, query: {}, signal }),
    refetchInterval: followEveryMs,
  });

/** The log as the filters of an address want it, page after page. */
export const errorsQuery = (key: string, search: ErrorSearch) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'errors', 'log', parseFilters(search)],
    queryFn: ({ signal, pageParam }) =>
      call(api.botErrors, { params: { key }, query: { ...parseFilters(search), after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, pages) => {
      const loadedCount = pages.reduce((sum, { lines }) => sum + lines.length, 0);
      return loadedCount < last.total ? last.lines.at(-1)?.id : undefined;
    },
    refetchInterval: followEveryMs,
  });

interface Filters {
  kind?: BotErrorKind;
  code?: number;
  method?: string;
  search?: string;
}

/** Reads the filters of an address; a filter that no log can have is left out instead of refused. */
export function parseFilters({ kind, code, method, search }: ErrorSearch): Filters {
  const knownKind = botErrorKinds.find((each) => each === kind);
  const words = search?.trim().slice(0, 200);
  return {
    ...(knownKind && { kind: knownKind }),
    ...(code !== undefined && /^\d{1,3}$/.test(code) && { code: Number(code) }),
    ...(method && { method: method.slice(0, 64) }),
    ...(words && { search: words }),
  };
}
