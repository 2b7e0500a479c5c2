import { api, type Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../platform/api/call.ts';
import { may } from '../../../platform/session/bot-data.ts';

/** Names of a bot's campaigns by id, the newest first, archived ones too; undefined until they are known. */
export function useCampaignNames(bot: Bot): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery({
    queryKey: ['bots', bot.key, 'campaigns', 'names'],
    queryFn: ({ signal }) => call(api.listCampaigns, { params: { key: bot.key }, query: { archived: '1' }, signal }),
    enabled: may(bot, 'tasker.task.view'),
    staleTime: 60_000,
  });
  return useMemo(() => data && new Map(data.map(({ campaign_id, name }) => [campaign_id, name])), [data]);
}
