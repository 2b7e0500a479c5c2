import type { Bot } from '@botscope/contract';
import { Button, Skeleton } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeatures } from '../../../../platform/routing/feature.ts';
import { may, readsAny } from '../../../../platform/session/bot-data.ts';
import { useBotLive } from '../../../../platform/session/bot-live.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { LeaveGuard } from '../../../../ui/leave-guard.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { selectTabs } from '../../public/bot-sections.ts';
import { BotTabs } from '../../public/bot-tabs.tsx';

export function BotPage() {
  const { key } = useParams({ from: '/layout/bots/$key' });
  const bot = useSession().bots[key];
  return bot ? <BotSettingsPage key={key} bot={bot} /> : <NotFoundPage />;
}

/** Everything that can be set for one bot, in sections; the open one is in the address. How it is doing is on `/bot/{key}`. */
function BotSettingsPage({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const requestedTab = useSearch({ from: '/layout/bots/$key' }).tab;
  const tabs = selectTabs(useFeatures(), bot);
  // A section that does not exist or may not be opened is the first one.
  const tab = tabs.find(({ id }) => id === requestedTab) ?? tabs[0];
  useBotLive(bot.key);
  return (
    <Page
      narrow
      title={t('Bots.page.title', { name: bot.bot_name })}
      crumbs={[{ label: t('Bots.title'), to: '/bots' }]}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/bot/$key" params={{ key: bot.key }} {...props} />}
          >
            {t('Bots.page.screen')}
          </Button>
          {readsAny(bot) && (
            <Button variant="default" renderRoot={(props) => <Link to="/" search={{ bot: bot.key }} {...props} />}>
              {t('Bots.statistics')}
            </Button>
          )}
        </>
      }
    >
      <BotTabs bot={bot} current={tab?.id ?? ''} />
      {tab?.editable && !may(bot, 'settings.edit') && <Notice>{t('Bots.page.viewOnly')}</Notice>}
      <Suspense fallback={<Skeleton height={240} aria-hidden />}>{tab && <tab.component bot={bot} />}</Suspense>
      <LeaveGuard />
    </Page>
  );
}
