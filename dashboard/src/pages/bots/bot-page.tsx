import type { Bot } from '@botscope/contract';
import { Button, Skeleton } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../i18n/i18n.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { useSession } from '../../shell/session.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { may, readsAny } from './bot-data.ts';
import { useBotLive } from './bot-live.ts';
import { BotTabs, tabOf } from './bot-tabs.tsx';

// Each section brings its own editors; most visits open one or two.
const tabs = {
  overview: lazy(async () => ({ default: (await import('./tabs/overview-tab.tsx')).OverviewTab })),
  connection: lazy(async () => ({ default: (await import('./tabs/connection-tab.tsx')).ConnectionTab })),
  commands: lazy(async () => ({ default: (await import('./tabs/commands-tab.tsx')).CommandsTab })),
  links: lazy(async () => ({ default: (await import('./tabs/links-tab.tsx')).LinksTab })),
  hidden: lazy(async () => ({ default: (await import('./tabs/hidden-tab.tsx')).HiddenTab })),
  data: lazy(async () => ({ default: (await import('./tabs/data-tab.tsx')).DataTab })),
  audit: lazy(withTexts(['audit'], async () => ({ default: (await import('./tabs/audit-tab.tsx')).AuditTab }))),
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
