import { api } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Loads the address that tracked links of the installation lead through; only its settings change it. */
export const linkAddressQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign-links'],
    queryFn: ({ signal }) => call(api.trackedLinkAddress, { params: { key }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads how often, and by how many users, the tracked links of a campaign were opened. */
export const linksQuery = (key: string, id: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'links'],
    queryFn: ({ signal }) => call(api.campaignLinks, { params: { key, campaign_id: String(id) }, signal }),
    refetchInterval: isLive ? 5_000 : 60_000,
  });
