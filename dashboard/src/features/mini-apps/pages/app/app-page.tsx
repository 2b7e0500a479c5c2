import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PageTabs } from '../../../../ui/page-tabs.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import { Dim } from '../../../../ui/words.tsx';
import { appsQuery } from '../../data/mini-apps-data.ts';
import { AppStatus } from '../../shared/app-status.tsx';
import { AppActions } from './actions/app-actions.tsx';
import { AppDialogs } from './actions/app-dialogs.tsx';
import type { AppProps } from './app-props.ts';
import { CodeTab } from './code/code-tab.tsx';
import { HitsTab } from './hits/hits-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';

const tabs = ['overview', 'code', 'hits'] as const;

/** One Mini App: how it does, the lines for its page, and what comes from it. */
export function AppPage() {
  const { t } = useTranslation();
  const { app: wanted } = useParams({ from: '/layout/webapps/$app' });
  const { bots } = useSession();
  const query = useQuery(appsQuery);
  const app = query.data?.find(({ app_id, key }) => String(app_id) === wanted || key === wanted);
  const bot = app && bots[app.bot_key];
  if (app && bot) return <KnownApp app={app} bot={bot} key={app.app_id} />;
  if (query.data) return <NotFoundPage />;
  return (
    <Page title={t('MiniApps.columns.name')} crumbs={[{ label: t('MiniApps.title'), to: '/webapps' }]}>
      <Loaded query={query} height={320}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function KnownApp({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const { tab: wanted } = useSearch({ from: '/layout/webapps/$app' });
  const tab = tabs.find((each) => each === wanted) ?? 'overview';
  return (
    <Page
      title={app.system_name}
      crumbs={[{ label: t('MiniApps.title'), to: '/webapps' }]}
      actions={may(bot, 'webapp.manage') && <AppActions app={app} />}
    >
      <Flex gap={12} wrap="wrap" align="center" mt={-8} mb={16}>
        <AppStatus status={app.status} />
        <Dim>
          {t('AppPage.of')}{' '}
          <TextLink to="/bots/$key" params={{ key: bot.key }}>
            <bdi>{bot.bot_name}</bdi>
          </TextLink>
        </Dim>
      </Flex>
      <PageTabs
        label={t('AppPage.sections')}
        tabs={tabs.map((key) => ({ key, name: t(`AppPage.tabs.${key}`) }))}
        current={tab}
      />
      {tab === 'overview' && <OverviewTab app={app} bot={bot} />}
      {tab === 'code' && <CodeTab app={app} bot={bot} />}
      {tab === 'hits' && <HitsTab app={app} bot={bot} />}
      {may(bot, 'webapp.manage') && <AppDialogs app={app} bot={bot} />}
    </Page>
  );
}
