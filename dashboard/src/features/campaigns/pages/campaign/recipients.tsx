import {
  type Bot,
  type Campaign,
  type CampaignRecipient,
  listVariantNames,
  listVersions,
  recipientGroups,
  recipientReasons,
} from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { MoreRows } from '../../../../ui/table/more-rows.tsx';
import { Dim, Note, Under } from '../../../../ui/words.tsx';
import { recipientsFileHref, recipientsQuery } from '../../data/campaigns-data.ts';
import type { CampaignSearch } from '../../search.ts';
import { useReasonText } from '../../shared/use-reason-text.ts';
import { useVersionName } from '../../shared/use-version-name.ts';
import { UserCell } from '../../shared/user-cell.tsx';
import { KeepRecipients } from './keep-recipients.tsx';
import { RecipientFilters } from './recipient-filters.tsx';
import { useOutcomeDays } from './use-outcome-days.ts';

/** Lists users who got the message and users who did not. The filter is in the address. */
export function Recipients({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useSearch({ from: '/layout/mailing/campaign/$campaignId' });
  const group = recipientGroups.find((each) => each === address.group);
  const reason = recipientReasons.find((each) => each === address.reason);
  const variant = listVariantNames(campaign.variants).find((each) => each === address.variant);
  const days = useOutcomeDays();
  // Everyone is chosen by ''.
  const outcome = address.outcome ?? '';
  const filter = { group, reason, variant, ...(outcome !== '' && { outcome, days: `${days}` as const }) };
  const query = useInfiniteQuery({
    ...recipientsQuery(bot.key, campaign.campaign_id, filter),
    placeholderData: keepPreviousData,
  });
  const change = (part: CampaignSearch) =>
    void navigate({
      to: '.',
      search: (oldSearch: object) => ({ ...oldSearch, ...part }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section
      title={t('Campaigns.recipients.title')}
      actions={
        <>
          <KeepRecipients bot={bot} campaign={campaign} filter={filter} />
          <Button
            component="a"
            href={recipientsFileHref(bot.key, campaign.campaign_id, filter)}
            download
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('Campaigns.recipients.csvLabel')}
          >
            {t('Campaigns.recipients.csv')}
          </Button>
        </>
      }
    >
      <RecipientFilters bot={bot} campaign={campaign} filter={filter} onChange={change} />
      <Loaded query={query} height={240}>
        {({ pages }) => (
          <>
            <RecipientTable
              bot={bot}
              campaign={campaign}
              rows={pages.flatMap(({ recipients }) => recipients)}
              isStale={query.isPlaceholderData}
            />
            <MoreRows label={t('Campaigns.recipients.more')} query={query} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface RecipientTableProps {
  bot: Bot;
  campaign: Campaign;
  rows: readonly CampaignRecipient[];
  isStale: boolean;
}

function RecipientTable({ bot, campaign, rows, isStale }: RecipientTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const reasonText = useReasonText();
  const nameOf = useVersionName(campaign.variants);
  const version: DataColumn<CampaignRecipient> = {
    id: 'version',
    name: t('CampaignVariants.results.variant'),
    isEmpty: ({ variant }) => variant === null,
    cell: ({ variant, language }) => (variant !== null && nameOf({ variant, language })) || <Dim>—</Dim>,
  };
  const columns: readonly DataColumn<CampaignRecipient>[] = [
    {
      id: 'user',
      name: t('Campaigns.recipients.user'),
      isRowName: true,
      cell: (user) => <UserCell bot={bot} user={user} />,
    },
    {
      id: 'status',
      name: t('Campaigns.columns.status'),
      cell: ({ status, reason, description }) => (
        <div>
          {t(`Campaigns.recipientStatus.${status}`)}
          {reason !== null && <Under title={description}>{reasonText(reason)}</Under>}
        </div>
      ),
    },
    ...(listVersions(campaign).length > 1 ? [version] : []),
    {
      id: 'time',
      name: t('Campaigns.recipients.time'),
      isUnbroken: true,
      isEmpty: ({ finished_at }) => finished_at === null,
      cell: ({ finished_at }) =>
        finished_at === null ? <Dim>—</Dim> : <time dateTime={finished_at}>{format.moment(finished_at)}</time>,
    },
  ];
  return (
    <DataTable
      label={t('Campaigns.recipients.title')}
      look="plain"
      columns={columns}
      rows={rows}
      rowId={({ user_id }) => String(user_id)}
      isStale={isStale}
      empty={<Note>{t('Campaigns.recipients.none')}</Note>}
    />
  );
}
