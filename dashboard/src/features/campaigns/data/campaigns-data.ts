import {
  api,
  type Campaign,
  type CampaignAudience,
  type CampaignSummary,
  type CampaignVersion,
  type InputOf,
  type OutcomeDays,
  type RecipientGroup,
  type RecipientReason,
  type VariantName,
} from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';
import { asOneVisitor } from './one-visitor.ts';

/** While a campaign is being sent its numbers are asked for every second; else now and then, for what colleagues do. */
const busyMs = 1_000;
const quietMs = 15_000;

const toParams = (key: string, id: number) => ({ key, campaign_id: String(id) });
/** An active automation has nothing to send most of the time. */
export const isBeingSent = ({ kind, status, counts }: Pick<CampaignSummary, 'kind' | 'status' | 'counts'>): boolean =>
  status === 'In_progress' && (kind === 'once' || counts.waiting > 0);

/** All campaigns of a bot, the newest first. A hidden tab does not look. */
export const campaignsQuery = (key: string, archived = false) =>
  queryOptions({
    queryKey: ['bots', key, 'campaigns', archived ? 'archived' : 'current'],
    queryFn: ({ signal }) =>
      call(api.listCampaigns, { params: { key }, query: { archived: archived ? '1' : '0' }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isBeingSent) ? busyMs * 2 : quietMs),
  });

export const campaignQuery = (key: string, id: number) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id],
    queryFn: ({ signal }) => call(api.getCampaign, { params: toParams(key, id), signal }),
  });

/** Loads a campaign like `campaignQuery` and polls it, more often while it is being sent. */
export const liveCampaignQuery = (key: string, id: number) =>
  queryOptions({
    ...campaignQuery(key, id),
    refetchInterval: ({ state }) => (state.data && isBeingSent(state.data) ? busyMs : quietMs),
  });

/** Counts the users of an audience. Another audience cancels the request. */
export const audienceQuery = (key: string, audience: CampaignAudience) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign-audience', audience],
    queryFn: ({ signal }) => call(api.countAudience, { params: { key }, body: audience, signal }),
  });

type CampaignRevision = Pick<Campaign, 'campaign_id' | 'revision'>;
/** Stands in for a draft that does not exist yet; no request is made for it. */
export const noCampaign: CampaignRevision = { campaign_id: 0, revision: 0 };

/** Why a revision cannot be started. */
export const checkQuery = (key: string, { campaign_id: id, revision }: CampaignRevision) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'check', revision],
    queryFn: ({ signal }) => call(api.checkCampaign, { params: toParams(key, id), signal }),
    staleTime: 0,
  });

/** A revision as one user gets it; as some user does without one. */
export const previewQuery = (
  key: string,
  { campaign_id: id, revision }: CampaignRevision,
  userId: number | null,
  { variant, language }: CampaignVersion,
) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'preview', revision, userId, variant, userId === null ? language : null],
    queryFn: ({ signal }) =>
      call(api.previewCampaign, {
        params: toParams(key, id),
        // A user gets the version in their language.
        body: { variant, ...(userId === null ? { language } : { user_id: userId }) },
        signal,
      }),
  });

export const resultsQuery = (key: string, id: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'results'],
    queryFn: ({ signal }) => call(api.campaignResults, { params: toParams(key, id), signal }),
    refetchInterval: isLive ? 5_000 : 60_000,
  });

/** Loads what recipients did within some days. It reads the events of all recipients, so it is requested rarely. */
export const outcomesQuery = (key: string, id: number, days: OutcomeDays, isLive: boolean) =>
  queryOptions({
    queryKey: ['bots', key, 'campaign', id, 'outcomes', days],
    queryFn: ({ signal }) =>
      call(api.campaignOutcomes, { params: toParams(key, id), query: { days: `${days}` }, signal }),
    refetchInterval: isLive ? 15_000 : 60_000,
  });

export interface RecipientsFilter {
  group?: RecipientGroup | undefined;
  reason?: RecipientReason | undefined;
  /** A word of contract's `OutcomeText`, and its days: both or none. */
  outcome?: string | undefined;
  days?: `${OutcomeDays}` | undefined;
  variant?: VariantName | undefined;
}

export const recipientsQuery = (key: string, id: number, filter: RecipientsFilter) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'campaign', id, 'recipients', filter],
    queryFn: ({ signal, pageParam }) =>
      call(api.campaignRecipients, {
        params: toParams(key, id),
        query: { ...filter, ...(pageParam !== null && { after: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });

/** The campaigns of one user, the newest first. */
export const receivedQuery = (key: string, userId: number) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'received-campaigns', userId],
    queryFn: ({ signal, pageParam }) =>
      call(api.receivedCampaigns, {
        params: { key, user_id: String(userId) },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
  });

/** Address of the recipients as a file. */
export function recipientsFileHref(key: string, id: number, filter: RecipientsFilter): string {
  const entries = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/bots/${key}/campaigns/${id}/recipients.csv?${new URLSearchParams(entries)}`;
}

/** The listed recipients as a list of users. @throws ApiError */
export async function keepRecipients(key: string, id: number, body: InputOf<typeof api.keepRecipients.body>) {
  const list = await call(api.keepRecipients, { params: toParams(key, id), body });
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'segments'] });
  return list;
}

/** @throws ApiError */
export const loadCampaign = (key: string, id: number): Promise<Campaign> =>
  call(api.getCampaign, { params: toParams(key, id) });

/** @throws ApiError */
export async function createCampaign(key: string, body: InputOf<typeof api.createCampaign.body>): Promise<Campaign> {
  return keep(key, await asOneVisitor(() => call(api.createCampaign, { params: { key }, body })));
}

/** @throws ApiError, such as CampaignChanged */
export async function saveCampaign(key: string, id: number, body: InputOf<typeof api.saveCampaign.body>) {
  return keep(key, await call(api.saveCampaign, { params: toParams(key, id), body }));
}

export type CampaignAct = 'stopCampaign' | 'resumeCampaign' | 'finishCampaign';

/** @throws ApiError */
export async function actOnCampaign(key: string, id: number, act: CampaignAct): Promise<Campaign> {
  return keep(key, await call(api[act], { params: toParams(key, id) }));
}

/** Repeating it with the same revision starts nothing twice. @throws ApiError */
export async function runCampaign(key: string, { campaign_id: id, revision }: CampaignRevision): Promise<Campaign> {
  return keep(key, await call(api.runCampaign, { params: toParams(key, id), body: { revision } }));
}

/** @throws ApiError */
export async function repeatCampaign(key: string, id: number, group: 'not_delivered' | 'unknown'): Promise<Campaign> {
  return keep(key, await call(api.repeatCampaign, { params: toParams(key, id), body: { group } }));
}

/** @throws ApiError */
export async function archiveCampaign(key: string, id: number, isArchived: boolean): Promise<Campaign> {
  return keep(key, await call(api.archiveCampaign, { params: toParams(key, id), body: { is_archived: isArchived } }));
}

/** @throws ApiError, `TelegramRefused` with Telegram's words */
export const testCampaign = (key: string, id: number, body: InputOf<typeof api.testCampaign.body>) =>
  call(api.testCampaign, { params: toParams(key, id), body });

/** @throws ApiError */
export async function chooseWinner(key: string, id: number, variant: VariantName): Promise<Campaign> {
  return keep(key, await call(api.chooseWinner, { params: toParams(key, id), body: { variant } }));
}

async function keep(key: string, campaign: Campaign): Promise<Campaign> {
  queryClient.setQueryData(campaignQuery(key, campaign.campaign_id).queryKey, campaign);
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'campaigns'] });
  return campaign;
}
