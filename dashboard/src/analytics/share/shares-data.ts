import { api, type InputOf, type Share } from '@botscope/contract';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { call, queryClient } from '../../platform/api/call.ts';

const keyOf = (bot: string) => ['shares', bot] as const;

/** The bot's links, the newest first. Requested again whenever the dialog opens: views are counted meanwhile. */
export const useShares = (bot: string): UseQueryResult<Share[]> =>
  useQuery({
    queryKey: keyOf(bot),
    queryFn: ({ signal }) => call(api.listShares, { params: { key: bot }, signal }),
    staleTime: 0,
  });

export const useCreateShare = (bot: string) =>
  useMutation({
    mutationFn: (body: InputOf<typeof api.createShare.body>) => call(api.createShare, { params: { key: bot }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(bot) }),
  });

export const useRevokeShare = (bot: string) =>
  useMutation({
    mutationFn: (id: number) => call(api.revokeShare, { params: { key: bot, id: String(id) } }),
    onSuccess: (remainingShares) => queryClient.setQueryData(keyOf(bot), remainingShares),
  });
