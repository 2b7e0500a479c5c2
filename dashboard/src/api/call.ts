import { api } from '@botscope/contract';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { type Call, type ClientOptions, createClient } from './client.ts';

/** Server state of the whole dashboard. Failed reads are tried once more, unless the server gave a clear no. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

let onError: ClientOptions['onError'];
/** Joins the calls to the pages: what the dashboard does about a refusal before the caller hears of it. */
export function reactToErrors(reaction: NonNullable<ClientOptions['onError']>): void {
  onError = reaction;
}

/** Calls the server: `await call(api.login, { body })`. @throws ApiError */
export const call: Call = createClient({
  origin: '',
  csrf: () => queryClient.getQueryData(initQuery.queryKey)?.csrf ?? '',
  onError: (error) => onError?.(error),
});

/** What the server knows about who is looking: account, bots, the demo. Asked before any navigation. */
export const initQuery = queryOptions({
  queryKey: ['init'],
  queryFn: ({ signal }) => call(api.init, { query: {}, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks again who is looking, after something that changed it. */
export const refreshInit = () => queryClient.fetchQuery({ ...initQuery, staleTime: 0 });
