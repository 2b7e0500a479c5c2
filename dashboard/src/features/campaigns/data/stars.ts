import { api } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Loads the limits that the operator sets. */
export const mailingLimitsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'mailing-limits'],
    queryFn: ({ signal }) => call(api.getMailingLimits, { params: { key }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Telegram is asked each time. */
export const starBalanceQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'star-balance'],
    queryFn: ({ signal }) => call(api.getStarBalance, { params: { key }, signal }),
    staleTime: 30_000,
    retry: false,
  });

export const billQuery = (key: string, id: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'bill'],
    queryFn: ({ signal }) => call(api.campaignBill, { params: { key, campaign_id: String(id) }, signal }),
    refetchInterval: isLive ? 60_000 : false,
    retry: false,
  });
