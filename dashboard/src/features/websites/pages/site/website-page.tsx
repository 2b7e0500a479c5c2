import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../../ui/not-found-page.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ErrorsSection } from '../../../mini-apps/public/page/errors-section.tsx';
import { LiveSection } from '../../../mini-apps/public/page/live-section.tsx';
import { ScriptActions } from '../../../mini-apps/public/page/script-actions.tsx';
import { pickTab, ScriptPage } from '../../../mini-apps/public/page/script-page.tsx';
import { useShownBots } from '../../../mini-apps/public/shown-bots.ts';
import { setWebsiteStatus, websitesQuery } from '../../data/websites-data.ts';
import { SiteDialogs } from './actions/site-dialogs.tsx';
import { CodeTab } from './code/code-tab.tsx';
import { SiteHitTable } from './hits/site-hit-table.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import type { SiteProps } from './site-props.ts';
import { useRecentHits, useSiteErrors } from './use-followed.ts';

/** The last 50 hits as they come in, and what could not be read. */
function HitsTab({ site, bot }: SiteProps) {
  const [isPaused, setPaused] = useState(false);
  const recent = useRecentHits(site, isPaused);
  return (
    <>
      <LiveSection query={recent} isPaused={isPaused} onPause={setPaused}>
        {(hits) => <SiteHitTable hits={hits} bot={bot} />}
      </LiveSection>
      <ErrorsSection query={useSiteErrors(site)} />
    </>
  );
}

/** One website: how it does, the lines for its pages, and what comes from it. */
export function WebsitePage() {
  const { t } = useTranslation();
  const { site: siteParam } = useParams({ from: '/layout/code4-site/$site' });
  const { bots, demo } = useShownBots();
  const query = useQuery(websitesQuery(demo));
  const site = query.data?.find(({ site_id, key }) => String(site_id) === siteParam || key === siteParam);
  const bot = site && bots[site.bot_key];
  if (site && bot) return <KnownSite site={site} bot={bot} key={site.site_id} />;
  if (query.data) return <NotFoundPage />;
  return (
    <Page title={t('Websites.columns.name')} crumbs={[{ label: t('Websites.title'), to: '/code4-site' }]}>
      <Loaded query={query} height={320}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function KnownSite({ site, bot }: SiteProps) {
  const { t } = useTranslation();
  const tab = pickTab(useSearch({ from: '/layout/code4-site/$site' }).tab);
  const mayManage = may(bot, 'webapp.manage');
  return (
    <ScriptPage
      title={site.name}
      crumbs={[{ label: t('Websites.title'), to: '/code4-site' }]}
      status={site.status}
      bot={bot}
      of={t('SitePage.of')}
      sections={t('SitePage.sections')}
      tab={tab}
      actions={
        mayManage && (
          <ScriptActions name={site.name} status={site.status} onSet={(status) => setWebsiteStatus(site, status)} />
        )
      }
    >
      {tab === 'overview' && <OverviewTab site={site} bot={bot} />}
      {tab === 'code' && <CodeTab site={site} bot={bot} />}
      {tab === 'hits' && <HitsTab site={site} bot={bot} />}
      {mayManage && <SiteDialogs site={site} bot={bot} />}
    </ScriptPage>
  );
}
