import { api, type OutcomeDays } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

const toRequest = (key: string, id: number, days: OutcomeDays) => ({
  params: { key, campaign_id: String(id) },
  query: { days: `${days}` as const },
});

/** Loads what recipients of each version did. It reads the events of all recipients, so it is requested rarely. */
export const variantResultsQuery = (key: string, id: number, days: OutcomeDays, isLive: boolean) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'variants', days],
    queryFn: ({ signal }) => call(api.campaignVariantResults, { ...toRequest(key, id, days), signal }),
    refetchInterval: isLive ? 15_000 : 60_000,
  });

export const holdOutQuery = (key: string, id: number, days: OutcomeDays, isLive: boolean) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'hold-out', days],
    queryFn: ({ signal }) => call(api.campaignHoldOutResults, { ...toRequest(key, id, days), signal }),
    refetchInterval: isLive ? 15_000 : 60_000,
  });
