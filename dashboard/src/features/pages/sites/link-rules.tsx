import type { Bot, StartRules } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { builderQuery } from '../../utm-links/public/builder-data.ts';

/** Returns the rules that split the bot's payloads, for users who may build links; null: not known, or not yet. */
export function useLinkRules(bot: Bot | undefined): StartRules | null {
  const isOpen = bot !== undefined && may(bot, 'report.utm_summary');
  const { data } = useQuery({ ...builderQuery(bot?.key ?? ''), enabled: isOpen });
  return data?.rules ?? null;
}

/** Warns about readable links if the bot's rules do not split payloads: each link would be its own source. */
export function WholePayloads({ bot, rules }: { bot: Bot; rules: StartRules | null }) {
  const { t } = useTranslation();
  if (rules?.type !== 'auto') return null;
  return (
    <Box mt={12}>
      <Notice tone="warn">
        {t('PageListSite.links.whole', { bot: bot.bot_name })}{' '}
        {may(bot, 'settings.view') && (
          <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'links' }}>
            {t('PageListSite.links.toRules')}
          </TextLink>
        )}
      </Notice>
    </Box>
  );
}
