import { api, type Campaign } from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';

type CampaignRevision = Pick<Campaign, 'campaign_id' | 'revision'>;
const toParams = (key: string, { campaign_id }: CampaignRevision) => ({ key, campaign_id: String(campaign_id) });

/** Loads problems with the links of a revision. The server requests each address, which takes some seconds. */
export const linkWarningsQuery = (key: string, campaign: CampaignRevision) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', campaign.campaign_id, 'warnings', 'links', campaign.revision],
    queryFn: ({ signal }) => call(api.campaignLinkWarnings, { params: toParams(key, campaign), signal }),
  });

/** Loads problems that the audience's values cause in a revision. */
export const valueWarningsQuery = (key: string, campaign: CampaignRevision) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', campaign.campaign_id, 'warnings', 'values', campaign.revision],
    queryFn: ({ signal }) => call(api.campaignValueWarnings, { params: toParams(key, campaign), signal }),
  });
