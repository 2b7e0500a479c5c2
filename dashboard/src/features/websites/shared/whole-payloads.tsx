import type { Bot, StartRules } from '@botscope/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

/** Warns about readable links if the bot's rules do not split payloads: each link would be its own source. */
export function WholePayloads({ bot, rules }: { bot: Bot; rules: StartRules | null }) {
  const { t } = useTranslation();
  if (rules?.type !== 'auto') return null;
  return (
    <Box mt={12}>
      <Notice tone="warn">
        {t('Websites.links.whole', { bot: bot.bot_name })}{' '}
        {may(bot, 'settings.view') && (
          <TextLink to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'links' }}>
            {t('Websites.links.toRules')}
          </TextLink>
        )}
      </Notice>
    </Box>
  );
}
