import { api, type CampaignAudience } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

/** Counts the users of an audience whose time zone is known. Another audience cancels the request. */
export const timeZonesQuery = (key: string, audience: CampaignAudience) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign-time-zones', audience],
    queryFn: ({ signal }) => call(api.countTimeZones, { params: { key }, body: audience, signal }),
  });
