import type { Bot, Integration } from '@botscope/contract';
import { Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../platform/session/bot-data.ts';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NotFoundPage } from '../../../ui/not-found-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Dim } from '../../../ui/words.tsx';
import { useIntegrationSearch } from '../data/integration-search.ts';
import { integrationQuery, integrationsQuery } from '../data/integrations-data.ts';
import { useShownBots } from '../data/shown-bots.ts';
import { providerTexts } from '../shared/provider-texts.ts';
import { StateBadge } from '../shared/state-badge.tsx';
import { DeliveriesTab } from './deliveries-tab.tsx';
import { IntegrationDialogs } from './dialogs.tsx';
import { IntegrationActions } from './integration-actions.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

const tabs = ['overview', 'deliveries', 'requests', 'settings'] as const;

/** One integration: how it does, what was delivered, and its settings. */
export function IntegrationPage() {
  const { t } = useTranslation();
  const { integrationKey } = useParams({ strict: false });
  const { bots, demoKey } = useShownBots();
  const query = useQuery(integrationsQuery(demoKey));
  const integration = query.data?.find(({ integration_key }) => integration_key === integrationKey);
  const bot = integration && bots[integration.bot_key];
  if (integration && bot) return <KnownIntegration key={integrationKey} listed={integration} bot={bot} />;
  if (query.data) return <NotFoundPage />;
  return (
    <Page title={t('Integrations.one')} crumbs={[{ label: t('Integrations.title'), to: '/integrations' }]}>
      <Loaded query={query} height={320}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function KnownIntegration({ listed, bot }: { listed: Integration; bot: Bot }) {
  const { t } = useTranslation();
  const { tab: tabName, dialog } = useIntegrationSearch();
  const { data: integration } = useQuery(integrationQuery(listed, dialog === 'remove'));
  const isBin = integration.provider === 'request_bin';
  const shownTabs = tabs.filter((each) => each !== 'requests' || isBin);
  const tab = shownTabs.find((each) => each === tabName) ?? 'overview';
  const mayManage = may(bot, 'integrations.manage');
  const parts = { integration, bot, mayManage };
  return (
    <Page
      title={integration.name}
      tabTitle={t('Integrations.one')}
      crumbs={[{ label: t('Integrations.title'), to: '/integrations' }]}
      actions={mayManage && <IntegrationActions integration={integration} />}
    >
      <Flex gap={12} wrap="wrap" align="center" mt={-8} mb={16}>
        <StateBadge integration={integration} />
        <Dim>
          {providerTexts(t, integration.provider).name} ·{' '}
          <TextLink to="/bots/$key" params={{ key: bot.key }}>
            <bdi>{bot.bot_name}</bdi>
          </TextLink>
        </Dim>
      </Flex>
      <PageTabs
        label={t('IntegrationDetails.sections')}
        tabs={shownTabs.map((key) => ({ key, name: t(`IntegrationDetails.tabs.${key}`) }))}
        current={tab}
      />
      {tab === 'overview' && <OverviewTab {...parts} />}
      {tab === 'deliveries' && <DeliveriesTab {...parts} />}
      {tab === 'requests' && <RequestsTab integration={integration} />}
      {tab === 'settings' && <SettingsTab {...parts} />}
      {mayManage && <IntegrationDialogs integration={integration} />}
      <LeaveGuard />
    </Page>
  );
}
