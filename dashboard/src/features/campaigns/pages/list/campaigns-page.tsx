import { type Bot, type CampaignSummary, campaignStatuses } from '@botscope/contract';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconFilterOff, IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { campaignsQuery } from '../../data/campaigns-data.ts';
import type { CampaignsSearch } from '../../search.ts';
import { CampaignTable } from './campaign-table.tsx';
import classes from './list.module.css';

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
    void navigate({ to: '.', search: (old: object) => ({ ...old, ...part }), replace: true, resetScroll: false });
  const query = useQuery(campaignsQuery(bot.key, address.archived === '1'));
  const isFiltered = Boolean(address.status || address.text);
  return (
    <Page title={t('Campaigns.title')} actions={may(bot, 'tasker.task.create') && <NewCampaign />}>
      <search className={classes.filters}>
        <TextInput
          aria-label={t('Campaigns.filters.text')}
          placeholder={t('Campaigns.filters.text')}
          value={address.text ?? ''}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label={t('Campaigns.filters.status')}
          value={address.status ?? ''}
          data={[
            { value: '', label: t('Campaigns.filters.anyStatus') },
            ...campaignStatuses.map((status) => ({ value: status, label: t(`Campaigns.status.${status}`) })),
          ]}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
        <Checkbox
          label={t('Campaigns.filters.archived')}
          checked={address.archived === '1'}
          onChange={(event) => change({ archived: event.currentTarget.checked ? '1' : '' })}
        />
      </search>
      <Loaded query={query} height={320}>
        {(campaigns) => {
          const found = campaigns.filter((campaign) => matches(campaign, address));
          if (found.length > 0) return <CampaignTable bot={bot} campaigns={found} />;
          return campaigns.length > 0 || isFiltered || address.archived === '1' ? (
            <EmptyState icon={<IconFilterOff size={32} stroke={1.4} />} title={t('Campaigns.noMatch.title')}>
              <Button variant="default" onClick={() => change({ status: '', text: '', archived: '' })}>
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

const matches = ({ name, status }: CampaignSummary, { status: wanted, text = '' }: CampaignsSearch): boolean =>
  (!wanted || status === wanted) && name.toLowerCase().includes(text.trim().toLowerCase());

function NewCampaign() {
  const { t } = useTranslation();
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/mailing/edit-campaign/{-$campaignId}" {...props} />}
    >
      {t('Campaigns.add')}
    </Button>
  );
}
