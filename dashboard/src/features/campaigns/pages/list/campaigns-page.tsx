import type { Bot, CampaignSummary } from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { IconBolt, IconFilterOff, IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { campaignsQuery } from '../../data/campaigns-data.ts';
import { DemoNote } from '../../demo/demo-note.tsx';
import type { CampaignsSearch } from '../../search.ts';
import { CampaignFilters } from './campaign-filters.tsx';
import { CampaignTable } from './campaign-table.tsx';

const CampaignCalendar = lazy(async () => ({
  default: (await import('./calendar/campaign-calendar.tsx')).CampaignCalendar,
}));

/** The campaigns of the current bot. The filter stands in the address. */
export function CampaignsPage() {
  const { t } = useTranslation();
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'tasker.task.view')) {
    return (
      <Page title={t('Campaigns.title')}>
        <EmptyState
          icon={<IconSend size={36} stroke={1.4} />}
          title={t(bot ? 'Campaigns.noAccess.title' : 'Campaigns.noBot.title')}
          text={t(bot ? 'Campaigns.noAccess.text' : 'Campaigns.noBot.text')}
        />
      </Page>
    );
  }
  return <Campaigns bot={bot} key={bot.key} />;
}

function Campaigns({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useSearch({ from: '/layout/mailing' });
  const change = (part: CampaignsSearch) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace: true,
      resetScroll: false,
    });
  const query = useQuery(campaignsQuery(bot.key, address.archived === '1'));
  const isFiltered = Boolean(address.status || address.text || address.type || address.kind);
  return (
    <Page title={t('Campaigns.title')} actions={may(bot, 'tasker.task.create') && <NewCampaign />}>
      <DemoNote />
      <CampaignFilters address={address} onChange={change} />
      <Loaded query={query} height={320}>
        {(campaigns) => {
          const matchingCampaigns = campaigns.filter((campaign) => matches(campaign, address));
          if (address.view === 'calendar' && campaigns.length > 0) {
            return (
              <Suspense>
                <CampaignCalendar
                  campaigns={matchingCampaigns}
                  month={address.month}
                  onMonth={(month) => change({ month })}
                />
              </Suspense>
            );
          }
          if (matchingCampaigns.length > 0) return <CampaignTable bot={bot} campaigns={matchingCampaigns} />;
          return campaigns.length > 0 || isFiltered || address.archived === '1' ? (
            <EmptyState icon={<IconFilterOff size={32} stroke={1.4} />} title={t('Campaigns.noMatch.title')}>
              <Button
                variant="default"
                onClick={() => change({ status: '', text: '', type: '', archived: '', kind: '' })}
              >
                {t('Campaigns.noMatch.reset')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconSend size={36} stroke={1.4} />}
              title={t('Campaigns.none.title')}
              text={t('Campaigns.none.text')}
            >
              {may(bot, 'tasker.task.create') && <NewCampaign />}
            </EmptyState>
          );
        }}
      </Loaded>
    </Page>
  );
}

const matches = (campaign: CampaignSummary, { kind, status, type, text = '' }: CampaignsSearch): boolean =>
  (!kind || campaign.kind === kind) &&
  (!status || campaign.status === status) &&
  (!type || campaign.type === type) &&
  campaign.name.toLowerCase().includes(text.trim().toLowerCase());

function NewCampaign() {
  const { t } = useTranslation();
  return (
    <Flex gap={8} wrap="wrap">
      <Button
        variant="default"
        leftSection={<IconBolt size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/mailing/edit-campaign/{-$campaignId}" search={{ kind: 'automation' }} {...props} />
        )}
      >
        {t('Automations.add')}
      </Button>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/mailing/edit-campaign/{-$campaignId}" {...props} />}
      >
        {t('Campaigns.add')}
      </Button>
    </Flex>
  );
}
