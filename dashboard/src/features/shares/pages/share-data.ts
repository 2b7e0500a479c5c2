import { api, type OutputOf, SharedView, shareTicketHeader } from '@botscope/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '../../../platform/api/api-error.ts';
import { readAnswer } from '../../../platform/api/client.ts';
import { keepStored, readStored } from '../../../platform/session/browser-storage.ts';

/** Tickets of links that were opened by their passwords, so that a reload does not ask again. They end within an hour. */
const memory = new Map<string, string>();
const keyOf = (token: string): string => `share-ticket ${token.slice(0, 8)}`;

const readTicket = (token: string): string | null => memory.get(token) ?? readStored(keyOf(token), 'sessionStorage');

function keepTicket(token: string, ticket: string): void {
  memory.set(token, ticket);
  keepStored(keyOf(token), ticket, 'sessionStorage');
}

/** The server recounts once a minute. */
const followEveryMs = 60_000;
const timeoutMs = 30_000;

/** Links whose page has been counted as a view since it was loaded. */
const countedTokens = new Set<string>();

/** Loads the content of a link; requested again every minute, so that a revoked one disappears from the screen too. */
export function useShare(token: string, period: string | undefined): UseQueryResult<SharedView> {
  return useQuery({
    queryKey: ['share', token, period ?? ''],
    queryFn: ({ signal }) => readShare(token, period, signal),
    // While another period is on its way the last one stays; never the numbers of another link.
    placeholderData: (last, query) => (query?.queryKey[1] === token ? last : undefined),
    refetchInterval: followEveryMs,
  });
}

async function readShare(token: string, period: string | undefined, signal: AbortSignal): Promise<SharedView> {
  const query = new URLSearchParams({
    ...(period === undefined ? {} : { period }),
    ...(countedTokens.has(token) ? {} : { opened: '1' }),
  });
  const ticket = readTicket(token);
  const answer = await send(api.readShare.path, token, {
    query,
    headers: ticket === null ? {} : { [shareTicketHeader]: ticket },
    signal,
  });
  const view = z.parse(SharedView, answer);
  if (!view.locked) {
    countedTokens.add(token);
    if (view.ticket !== null) keepTicket(token, view.ticket);
  }
  return view;
}

/** @throws ApiError InvalidPassword, TooManyRequests */
export async function unlockShare(token: string, password: string): Promise<void> {
  const { ticket } = (await send(api.unlockShare.path, token, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password }),
  })) as OutputOf<typeof api.unlockShare.data>;
  keepTicket(token, ticket);
}

/** Calls of a link go without the session of anyone who may be signed in: everyone sees the same. @throws ApiError */
async function send(
  path: string,
  token: string,
  { query, headers, signal, ...init }: RequestInit & { query?: URLSearchParams },
): Promise<unknown> {
  const address = `/api${path.replace('{token}', encodeURIComponent(token))}`;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(query?.size ? `${address}?${query}` : address, {
      ...init,
      credentials: 'omit',
      headers: { Accept: 'application/json', ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('InternetUnavailable', 0, [], cause);
  }
  return readAnswer(response.status, text);
}
