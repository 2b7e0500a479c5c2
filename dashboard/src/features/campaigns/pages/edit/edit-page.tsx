import type { Bot, Campaign } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { campaignQuery } from '../../data/campaigns-data.ts';
import { Editor } from './editor.tsx';

/** The editor of a draft; without an id, of one that is made with the first thing that is entered. */
export function EditPage() {
  const { campaignId } = useParams({ from: '/layout/mailing/edit-campaign/{-$campaignId}' });
  const { kind } = useSearch({ from: '/layout/mailing/edit-campaign/{-$campaignId}' });
  const { bot } = useCurrentBot();
  // The draft that was made on this page is still the same editor.
  const createdId = useRef<string>(undefined);
  const mayEdit = bot && may(bot, campaignId === undefined ? 'tasker.task.create' : 'tasker.task.update');
  if (!bot || !mayEdit || !may(bot, 'tasker.task.view')) return <Missing why="noAccess" />;
  if (campaignId === undefined || campaignId === createdId.current) {
    return (
      <Editor
        key={`${bot.key} new`}
        bot={bot}
        campaign={null}
        isAutomation={kind === 'automation'}
        onCreated={({ campaign_id }) => {
          createdId.current = String(campaign_id);
        }}
      />
    );
  }
  if (!/^[1-9]\d{0,8}$/.test(campaignId)) return <Missing why="missing" />;
  return <KnownCampaign key={`${bot.key} ${campaignId}`} bot={bot} id={Number(campaignId)} />;
}

function KnownCampaign({ bot, id }: { bot: Bot; id: number }) {
  const { t } = useTranslation();
  // The editor has its own copy: an answer that comes later must not take away what was typed.
  const first = useRef<Campaign>(undefined);
  const query = useQuery(campaignQuery(bot.key, id));
  if (query.error && codeOf(query.error) === 'NotFound') return <Missing why="missing" />;
  if (query.isSuccess && !(query.isFetching && first.current === undefined)) first.current ??= query.data;
  const campaign = first.current;
  if (campaign === undefined) {
    return (
      <Page title={t('CampaignEditor.title')} crumbs={[{ label: t('Menu.mailing'), to: '/mailing' }]}>
        <Loaded query={{ ...query, data: undefined }} height={480}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const { status } = campaign;
  if (status !== 'Draft' && !(campaign.kind === 'automation' && (status === 'Cancel' || status === 'Error')))
    return <Navigate to="/mailing/campaign/$campaignId" params={{ campaignId: String(id) }} replace />;
  return <Editor bot={bot} campaign={campaign} isAutomation={campaign.kind === 'automation'} />;
}

function Missing({ why }: { why: 'missing' | 'noAccess' }) {
  const { t } = useTranslation();
  return (
    <Page title={t('Campaigns.title')} crumbs={[{ label: t('Menu.mailing'), to: '/mailing' }]}>
      <EmptyState
        icon={<IconSend size={36} stroke={1.4} />}
        title={t(`Campaigns.${why}.title`)}
        text={t(`Campaigns.${why}.text`)}
      >
        <Button renderRoot={(props) => <Link to="/mailing" {...props} />}>{t('Campaigns.back')}</Button>
      </EmptyState>
    </Page>
  );
}
