import { api, type BotMembers } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

export const membersQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'members'],
    queryFn: ({ signal }) => call(api.listMembers, { params: { key }, signal }),
    staleTime: 0,
    // An invited user may join while the page is open.
    refetchInterval: 15_000,
  });

/** Every change answers the whole list. */
export function keepMembers(key: string, { members, invitations }: BotMembers): void {
  queryClient.setQueryData(membersQuery(key).queryKey, { members, invitations });
}

/** Returns the name of a member: the email, else the name in Telegram, else the account's key. */
export const nameOf = ({ email, name, account_key }: { email: string | null; name: string; account_key: string }) =>
  email ?? (name || account_key);
