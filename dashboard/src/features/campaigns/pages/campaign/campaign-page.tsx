import { type Bot, type Campaign, type CampaignVersion, listTrackedLinks, listVersions } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { withTexts } from '../../../../platform/i18n/i18n.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { useCurrentBot } from '../../../../platform/session/session.ts';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Facts, Section } from '../../../../ui/section.tsx';
import { SelectChoice } from '../../../../ui/select-choice.tsx';
import { liveCampaignQuery } from '../../data/campaigns-data.ts';
import { defaultVersion, findMessage } from '../../data/versions.ts';
import { CampaignStatusBadge } from '../../shared/campaign-status.tsx';
import { shownContent } from '../../shared/shown-message.ts';
import { TelegramPreview } from '../../shared/telegram-preview.tsx';
import { useVersionName } from '../../shared/use-version-name.ts';
import { AutomationSection } from './automation-section.tsx';
import classes from './campaign.module.css';
import { CampaignActions } from './campaign-actions.tsx';
import { LinksSection } from './links-table.tsx';
import { OutcomesSection } from './outcomes-section.tsx';
import { ProgressSection } from './progress-section.tsx';
import { Recipients } from './recipients.tsx';
import { ResultsSection } from './results-section.tsx';
import { UnsubscribedSection } from './unsubscribed-section.tsx';
import { HoldOutSection } from './variants/hold-out-section.tsx';
import { TestSection } from './variants/test-section.tsx';
import { VariantsSection } from './variants/variants-section.tsx';

const SentSection = lazy(
  withTexts(['SentMessages'], async () => ({ default: (await import('./sent/sent-section.tsx')).SentSection })),
);

/** Page of one campaign: its progress and results. */
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
                {campaign.automation ? (
                  <AutomationSection bot={bot} campaign={campaign} automation={campaign.automation} />
                ) : (
                  <ProgressSection bot={bot} campaign={campaign} />
                )}
                {campaign.test !== null && <TestSection bot={bot} campaign={campaign} test={campaign.test} />}
                {campaign.counts.delivered > 0 && (
                  <Suspense>
                    <SentSection bot={bot} campaign={campaign} />
                  </Suspense>
                )}
                {campaign.counts.total > 0 && <ResultsSection bot={bot} campaign={campaign} />}
                {campaign.counts.delivered > 0 && listTrackedLinks(campaign).length > 0 && (
                  <LinksSection bot={bot} campaign={campaign} />
                )}
                {campaign.counts.delivered > 0 && <OutcomesSection bot={bot} campaign={campaign} />}
                {campaign.counts.delivered > 0 && listVersions(campaign).length > 1 && (
                  <VariantsSection bot={bot} campaign={campaign} />
                )}
                {campaign.control_group > 0 && <HoldOutSection bot={bot} campaign={campaign} />}
              </div>
              <MessageAndDates bot={bot} campaign={campaign} />
            </div>
            {campaign.counts.total + campaign.control_group > 0 && may(bot, 'tasker.users.list') && (
              <>
                {campaign.counts.delivered > 0 && <UnsubscribedSection bot={bot} campaign={campaign} />}
                <Recipients bot={bot} campaign={campaign} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const dates = ['date_create', 'date_send', 'date_start', 'date_finish'] as const;

/** Formats the day and time of day, which are the same for all users. */
const ownTime = ({ date, time }: NonNullable<Campaign['sending']['user_time']>, language: string): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))}, ${time}`;

function MessageAndDates({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { created_by, sending } = campaign;
  const { user_time } = sending;
  const [version, setVersion] = useState(defaultVersion);
  const message = findMessage(campaign, version);
  return (
    <Section
      title={t('Campaigns.message')}
      actions={<VersionChoice campaign={campaign} version={version} onChange={setVersion} />}
    >
      <TelegramPreview
        scheme="light"
        message={{
          ...message,
          ...shownContent(bot.key, message, (file) => campaign.file_names[file] ?? ''),
        }}
      />
      <div className={classes.facts}>
        <Facts
          facts={[
            [t('Campaigns.columns.status'), <CampaignStatusBadge key="status" campaign={campaign} />],
            [t('Campaigns.columns.type'), t(`Campaigns.types.${campaign.type}`)],
            ...(user_time === null ? [] : [[t('CampaignTiming.fact'), ownTime(user_time, i18n.language)] as const]),
            ...dates.flatMap((name) => {
              // By users' own time there is no one moment.
              const date = name === 'date_send' && user_time !== null ? null : campaign[name];
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

interface VersionChoiceProps {
  campaign: Pick<Campaign, 'message' | 'variants'>;
  version: CampaignVersion;
  onChange(version: CampaignVersion): void;
}

/** Select for the version of the message on show; renders nothing if there is only one. */
function VersionChoice({ campaign, version, onChange }: VersionChoiceProps) {
  const { t } = useTranslation();
  const nameOf = useVersionName(campaign.variants);
  const versions = listVersions(campaign);
  if (versions.length === 1) return null;
  const idOf = ({ variant, language }: CampaignVersion): string => `${variant} ${language}`;
  return (
    <SelectChoice
      label={t('CampaignVariants.shown')}
      value={idOf(version)}
      options={versions.map((each) => ({ value: idOf(each), label: nameOf(each) }))}
      onChange={(value) => {
        const selectedVersion = versions.find((each) => idOf(each) === value);
        if (selectedVersion) onChange({ variant: selectedVersion.variant, language: selectedVersion.language });
      }}
    />
  );
}
