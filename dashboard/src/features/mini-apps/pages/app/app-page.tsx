import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { appsQuery, setAppStatus } from '../../data/mini-apps-data.ts';
import { ErrorsSection } from '../../public/page/errors-section.tsx';
import { LiveSection } from '../../public/page/live-section.tsx';
import { ScriptActions } from '../../public/page/script-actions.tsx';
import { pickTab, ScriptPage } from '../../public/page/script-page.tsx';
import { SettingsSection } from '../../public/page/settings-section.tsx';
import { useShownBots } from '../../public/shown-bots.ts';
import { AppDialogs } from './actions/app-dialogs.tsx';
import type { AppProps } from './app-props.ts';
import { CodeTab } from './code/code-tab.tsx';
import { HitTable } from './hits/hit-table.tsx';
import { NumbersSection } from './overview/numbers-section.tsx';
import { SelfTestSection } from './self-test-section.tsx';
import { useAppErrors, useRecentHits } from './use-followed.ts';

/** Problems, numbers and settings of an app. */
function OverviewTab({ app, bot }: AppProps) {
  const { t } = useTranslation();
  const origins =
    app.origins.length === 0
      ? t('AppPage.settings.anywhere')
      : app.origins.map((origin) => <div key={origin}>{origin}</div>);
  return (
    <>
      <SelfTestSection app={app} bot={bot} />
      <NumbersSection app={app} bot={bot} />
      <SettingsSection page={app} bot={bot} facts={[[t('MiniApps.form.origins'), origins]]} />
    </>
  );
}

/** The last 50 hits as they come in, and what could not be read. */
function HitsTab({ app, bot }: AppProps) {
  const [isPaused, setPaused] = useState(false);
  const recent = useRecentHits(app, isPaused);
  return (
    <>
      <LiveSection query={recent} isPaused={isPaused} onPause={setPaused}>
        {(hits) => <HitTable hits={hits} bot={bot} />}
      </LiveSection>
      <ErrorsSection query={useAppErrors(app)} />
    </>
  );
}

/** One Mini App: how it does, the lines for its page, and what comes from it. */
export function AppPage() {
  const { t } = useTranslation();
  const { app: appParam } = useParams({ from: '/layout/webapps/$app' });
  const { bots, demo } = useShownBots();
  const query = useQuery(appsQuery(demo));
  const app = query.data?.find(({ app_id, key }) => String(app_id) === appParam || key === appParam);
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
  const tab = pickTab(useSearch({ from: '/layout/webapps/$app' }).tab);
  const mayManage = may(bot, 'webapp.manage');
  return (
    <ScriptPage
      title={app.system_name}
      crumbs={[{ label: t('MiniApps.title'), to: '/webapps' }]}
      status={app.status}
      bot={bot}
      of={t('AppPage.of')}
      sections={t('AppPage.sections')}
      tab={tab}
      actions={
        mayManage && (
          <ScriptActions name={app.system_name} status={app.status} onSet={(status) => setAppStatus(app, status)} />
        )
      }
    >
      {tab === 'overview' && <OverviewTab app={app} bot={bot} />}
      {tab === 'code' && <CodeTab app={app} bot={bot} />}
      {tab === 'hits' && <HitsTab app={app} bot={bot} />}
      {mayManage && <AppDialogs app={app} bot={bot} />}
    </ScriptPage>
  );
}
