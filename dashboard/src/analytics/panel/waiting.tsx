import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useBotLive } from '../../platform/session/bot-live.ts';
import { EmptyBlock } from './empty-block.tsx';

/** The first update turns this page into the summary by itself. */
export function Waiting({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  useBotLive(bot.key);
  return (
    <EmptyBlock title={t('Home.waiting.title')} text={t('Home.waiting.text', { bot: bot.bot_name })} minHeight={360}>
      {bot.permissions.includes('secure.view') && (
        <Button renderRoot={(props) => <Link to="/bots/$key" params={{ key: bot.key }} {...props} />}>
          {t('Home.waiting.button')}
        </Button>
      )}
      {bot.permissions.includes('storage.upload') && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/bot_upload/$key" params={{ key: bot.key }} {...props} />}
        >
          {t('Home.waiting.upload')}
        </Button>
      )}
    </EmptyBlock>
  );
}
