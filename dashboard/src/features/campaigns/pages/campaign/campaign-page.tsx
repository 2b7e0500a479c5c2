import type { Bot, Campaign } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { liveCampaignQuery } from '../../data/campaigns-data.ts';
import { fileHref } from '../../data/files.ts';
import { CampaignStatusBadge } from '../../shared/campaign-status.tsx';
import { TelegramPreview } from '../../shared/telegram-preview.tsx';
import classes from './campaign.module.css';
import { CampaignActions } from './campaign-actions.tsx';
import { ProgressSection } from './progress-section.tsx';
import { Recipients } from './recipients.tsx';
import { ResultsSection } from './results-section.tsx';

/** One campaign: how far it is, and what came of it. */
export function CampaignPage() {
  const { campaignId } = useParams({ from: '/layout/mailing/campaign/$campaignId' });
  const { bot } = useCurrentBot();
  if (!bot || !may(bot, 'tasker.task.view')) return <Missing why="noAccess" />;
  if (!/^[1-9]\d{0,8}$/.test(campaignId)) return <Missing why="missing" />;
  return <KnownCampaign key={`${bot.key} ${campaignId}`} bot={bot} id={Number(campaignId)} />;
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

function KnownCampaign({ bot, id }: { bot: Bot; id: number }) {
  const { t } = useTranslation();
  const query = useQuery(liveCampaignQuery(bot.key, id));
  if (query.error && codeOf(query.error) === 'NotFound') return <Missing why="missing" />;
  return (
    <Page
      title={query.data?.name ?? t('Campaigns.one')}
      crumbs={[{ label: t('Menu.mailing'), to: '/mailing' }]}
      actions={query.data && <CampaignActions bot={bot} campaign={query.data} />}
    >
      <Loaded query={query} height={480}>
        {(campaign) => (
          <>
            <div className={classes.columns}>
              <div>
                <ProgressSection bot={bot} campaign={campaign} />
                {campaign.counts.total > 0 && <ResultsSection bot={bot} campaign={campaign} />}
              </div>
              <MessageAndDates bot={bot} campaign={campaign} />
            </div>
            {campaign.counts.total > 0 && may(bot, 'tasker.users.list') && <Recipients bot={bot} campaign={campaign} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const dates = ['date_create', 'date_send', 'date_start', 'date_finish'] as const;

function MessageAndDates({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { message, created_by } = campaign;
  return (
    <Section title={t('Campaigns.message')}>
      <TelegramPreview
        scheme="light"
        message={{
          ...message,
          media: message.media && {
            kind: message.media.kind,
            name: campaign.file_name ?? '',
            href: fileHref(bot.key, message.media.file),
            has_spoiler: message.media.has_spoiler === true,
          },
        }}
      />
      <div className={classes.facts}>
        <Facts
          facts={[
            [t('Campaigns.columns.status'), <CampaignStatusBadge key="status" campaign={campaign} />],
            [t('Campaigns.columns.type'), t(`Campaigns.types.${campaign.type}`)],
            ...dates.flatMap((name) => {
              const date = campaign[name];
              return date === null
                ? []
                : [
                    [
                      t(`Campaigns.dateNames.${name}`),
                      <time key={name} dateTime={date}>
                        {format.moment(date)}
                      </time>,
                    ] as const,
                  ];
            }),
            ...(created_by === '' ? [] : [[t('Campaigns.createdBy'), created_by] as const]),
          ]}
        />
      </div>
    </Section>
  );
}
