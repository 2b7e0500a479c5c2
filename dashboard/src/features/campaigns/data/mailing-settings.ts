import { api, type MailingSettings, type UnsubscribeReasonFilter } from '@botscope/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

/** Loads how users of a bot unsubscribe, and the settings that apply to all of its campaigns. */
export const mailingSettingsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'mailing-settings'],
    queryFn: ({ signal }) => call(api.getMailingSettings, { params: { key }, signal }),
  });

/** @throws ApiError */
export async function saveMailingSettings(key: string, body: MailingSettings): Promise<void> {
  const data = await call(api.setMailingSettings, { params: { key }, body });
  queryClient.setQueryData(mailingSettingsQuery(key).queryKey, data);
}

/** Loads users who unsubscribed after a campaign. */
export const unsubscribedQuery = (
  key: string,
  id: number,
  { reason, isLive }: { reason: UnsubscribeReasonFilter | undefined; isLive: boolean },
) =>
  infiniteQueryOptions({
    queryKey: ['bots', key, 'campaign', id, 'unsubscribed', reason ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(api.campaignUnsubscribed, {
        params: { key, campaign_id: String(id) },
        query: { ...(pageParam !== null && { after: String(pageParam) }), ...(reason !== undefined && { reason }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    refetchInterval: isLive ? 5_000 : 60_000,
  });
