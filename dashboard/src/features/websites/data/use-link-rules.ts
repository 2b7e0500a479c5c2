import type { Bot, StartRules } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { may } from '../../../platform/session/bot-data.ts';
import { builderQuery } from '../../utm-links/public/builder-data.ts';

/** Returns the rules that split the bot's payloads, for users who may build links; null: not known, or not yet. */
export function useLinkRules(bot: Bot | undefined): StartRules | null {
  const isOpen = bot !== undefined && may(bot, 'report.utm_summary');
  const { data } = useQuery({ ...builderQuery(bot?.key ?? ''), enabled: isOpen });
  return data?.rules ?? null;
}
