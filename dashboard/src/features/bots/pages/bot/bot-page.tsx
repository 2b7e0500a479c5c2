import type { Bot } from '@botscope/contract';
import { Button, Skeleton } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../../../platform/i18n/i18n.ts';
import { may, readsAny } from '../../../../platform/session/bot-data.ts';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { BotTabs, tabOf } from '../../public/bot-tabs.tsx';

// Each section brings its own editors; most visits open one or two.
const tabs = {
  overview: lazy(async () => ({ default: (await import('./overview-tab.tsx')).OverviewTab })),
  connection: lazy(async () => ({
    default: (await import('../../../connections/bot-tab/connection-tab.tsx')).ConnectionTab,
  })),
  commands: lazy(async () => ({
    default: (await import('../../../bot-profile/bot-tab/commands-tab.tsx')).CommandsTab,
  })),
  links: lazy(async () => ({ default: (await import('../../../bot-settings/bot-tab/links-tab.tsx')).LinksTab })),
  hidden: lazy(async () => ({ default: (await import('../../../hidden-commands/bot-tab/hidden-tab.tsx')).HiddenTab })),
  data: lazy(async () => ({ default: (await import('../../../bot-settings/bot-tab/data-tab.tsx')).DataTab })),
  audit: lazy(
    withTexts(['audit'], async () => ({ default: (await import('../../../audit/bot-tab/audit-tab.tsx')).AuditTab })),
  ),
};

export function BotPage() {
  const { key } = useParams({ from: '/layout/bots/$key' });
  const bot = useSession().bots[key];
  return bot ? <BotSettingsPage key={key} bot={bot} /> : <NotFoundPage />;
}

/** Everything that can be set for one bot, in sections; the open one is in the address. How it is doing is on `/bot/{key}`. */
function BotSettingsPage({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const tab = tabOf(bot, useSearch({ from: '/layout/bots/$key' }).tab);
  const Tab = tabs[tab];
  useBotLive(bot.key);
  return (
    <Page
      narrow
      title={t('BotSettings.title', { name: bot.bot_name })}
      crumbs={[{ label: t('Bots.title'), to: '/bots' }]}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/bot/$key" params={{ key: bot.key }} {...props} />}
          >
            {t('BotSettings.screen')}
          </Button>
          {readsAny(bot) && (
            <Button variant="default" renderRoot={(props) => <Link to="/" search={{ bot: bot.key }} {...props} />}>
              {t('Bots.statistics')}
            </Button>
          )}
        </>
      }
    >
      <BotTabs bot={bot} current={tab} />
      {tab !== 'overview' && tab !== 'connection' && tab !== 'audit' && !may(bot, 'settings.edit') && (
        <Notice>{t('BotSettings.viewOnly')}</Notice>
      )}
      <Suspense fallback={<Skeleton height={240} aria-hidden />}>
        <Tab bot={bot} />
      </Suspense>
      <LeaveGuard />
    </Page>
  );
}
