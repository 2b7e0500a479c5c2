import type { Bot } from '@botscope/contract';
import { Button, Stack } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { botMemory } from '../../../../platform/session/bot-memory.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Problems } from '../../../connections/public/problems.tsx';
import { BotState } from './bot-state.tsx';
import { QuickLinks } from './quick-links.tsx';
import { TodayCards } from './today-cards.tsx';

export function BotHomePage() {
  const { key } = useParams({ from: '/layout/bot/$key' });
  const bot = useSession().bots[key];
  return bot ? <BotHome key={key} bot={bot} /> : <NotFoundPage />;
}

/** One bot at a glance: whether its data arrives, today's numbers, and the ways on. */
function BotHome({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  useBotLive(bot.key);
  useAsCurrent(bot.key);
  return (
    <Page title={bot.bot_name} crumbs={[{ label: t('Bots.title'), to: '/bots' }]}>
      <Stack gap={16} miw={0}>
        <Problems bot={bot} />
        <BotState bot={bot} />
        {bot.status ? (
          <TodayCards bot={bot} />
        ) : (
          <EmptyState title={t('BotHome.waiting.title')} text={t('BotHome.waiting.text')}>
            {may(bot, 'secure.view') && (
              <Button
                renderRoot={(props) => (
                  <Link to="/bots/$key" params={{ key: bot.key }} search={{ tab: 'connection' }} {...props} />
                )}
              >
                {t('BotHome.waiting.button')}
              </Button>
            )}
          </EmptyState>
        )}
        <QuickLinks bot={bot} />
      </Stack>
    </Page>
  );
}

/** Makes a bot current once its screen is opened: from now on the links of the menu lead to its reports. */
function useAsCurrent(key: string): void {
  const navigate = useNavigate();
  const { bot: inAddress } = useSearch({ from: '__root__' });
  useEffect(() => {
    botMemory.keep({ stored: key, demo: false });
    if (inAddress !== undefined && inAddress !== key) {
      void navigate({ to: '.', search: (oldSearch) => ({ ...oldSearch, bot: key }), replace: true });
    }
  }, [key, inAddress, navigate]);
}
