import { type Bot, builtInTargets } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { useCampaignNames } from '../../campaigns/public/campaign-names.ts';
import { targetsQuery } from '../../targets/public/targets-data.ts';
import { segmentsQuery } from '../data/segments-data.ts';
import { useFields } from '../data/use-fields.ts';
import type { RuleWords } from './rule-words.ts';

/** Returns the words for a bot's rules in the current language. Until names are loaded, numbers stand for them. */
export function useRuleWords(bot: Bot): RuleWords {
  const { t, i18n } = useTranslation();
  const segments = useQuery(segmentsQuery(bot.key)).data;
  const mayTargets = may(bot, 'convers.view');
  const targets = useQuery({ ...targetsQuery(bot.key), enabled: mayTargets }).data;
  const fields = useFields(bot);
  const campaigns = useCampaignNames(bot);
  const locale = i18n.language;
  return useMemo(() => {
    const segmentNames = new Map(segments?.map(({ segment_id, name }) => [segment_id, name]));
    const targetNames = new Map([
      ...(targets ?? []).map(({ target_id, name }) => [target_id, name] as const),
      [builtInTargets.sale, t('Reports.targets.sale')] as const,
      [builtInTargets.purchase, t('Reports.targets.purchase')] as const,
    ]);
    const formatUnknown = (id: number, isLoaded: boolean) => (isLoaded ? undefined : `#${id}`);
    return {
      t,
      locale,
      names: {
        segment: (id) => segmentNames.get(id) ?? formatUnknown(id, segments !== undefined),
        // Accounts that may not see targets or campaigns get their numbers.
        target: (id) => targetNames.get(id) ?? formatUnknown(id, targets !== undefined),
        campaign: (id) => campaigns?.get(id) ?? formatUnknown(id, campaigns !== undefined),
        field: (key) => fields.find((field) => field.key === key)?.name,
      },
    };
  }, [t, locale, segments, targets, campaigns, fields]);
}
