import { type Account, api, type Passkey } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, initQuery, queryClient } from '../../../platform/api/call.ts';

/** The account as a call has just answered it: every page shows it at once. */
export function keepUser(user: Account): void {
  queryClient.setQueryData(initQuery.queryKey, (init) => init && { ...init, user });
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(api.listSessions, { signal }),
  // Another device may have come in a moment ago.
  staleTime: 0,
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(api.listPasskeys, { signal }),
});

export function keepPasskeys(passkeys: Passkey[]): void {
  queryClient.setQueryData(passkeysQuery.queryKey, { passkeys });
}

/** Loads what would be deleted with the account; requested again each time, because it decides about bots. */
export const deletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: ({ signal }) => call(api.accountDeletion, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** Returns the account's name: a user who came by Telegram may have no email yet. */
export const nameOf = (user: Account): string => user.email ?? (user.telegram_name || user.key);
