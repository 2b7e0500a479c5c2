import {
  type Bot,
  type Campaign,
  type UnsubscribedUser,
  type UnsubscribeReasonFilter,
  unsubscribeReasonFilters,
} from '@botscope/contract';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { MoreRows } from '../../../../ui/table/more-rows.tsx';
import { Note } from '../../../../ui/words.tsx';
import { isBeingSent } from '../../data/campaigns-data.ts';
import { unsubscribedQuery } from '../../data/mailing-settings.ts';
import { UserCell } from '../../shared/user-cell.tsx';

/** Lists users who unsubscribed after the campaign. */
export function UnsubscribedSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [reason, setReason] = useState<UnsubscribeReasonFilter>();
  const query = useInfiniteQuery({
    ...unsubscribedQuery(bot.key, campaign.campaign_id, { reason, isLive: isBeingSent(campaign) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={t('MailingSettings.unsubscribed.title')}
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('MailingSettings.unsubscribed.reason')}
          value={reason ?? ''}
          data={[
            { value: '', label: t('MailingSettings.unsubscribed.anyReason') },
            ...unsubscribeReasonFilters.map((value) => ({
              value,
              label: t(`MailingSettings.unsubscribed.reasons.${value}`),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => setReason(unsubscribeReasonFilters.find((one) => one === value))}
        />
      }
    >
      <Loaded query={query} height={80}>
        {({ pages }) => {
          const total = pages[0]?.total ?? 0;
          if (total === 0) {
            return <Note>{t(`MailingSettings.unsubscribed.${reason === undefined ? 'none' : 'noneOfReason'}`)}</Note>;
          }
          return (
            <>
              <p>{t('MailingSettings.unsubscribed.count', { count: total, number: format.number(total) })}</p>
              <Users bot={bot} rows={pages.flatMap(({ users }) => users)} />
              <MoreRows label={t('MailingSettings.unsubscribed.more')} query={query} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Users({ bot, rows }: { bot: Bot; rows: readonly UnsubscribedUser[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<UnsubscribedUser>[] = [
    {
      id: 'user',
      name: t('MailingSettings.unsubscribed.user'),
      isRowName: true,
      cell: (user) => <UserCell bot={bot} user={user} />,
    },
    {
      id: 'how',
      name: t('MailingSettings.unsubscribed.how'),
      cell: ({ source }) => t(`MailingSettings.unsubscribed.sources.${source}`),
    },
    {
      id: 'reason',
      name: t('MailingSettings.unsubscribed.reason'),
      cell: ({ reason }) => t(`MailingSettings.unsubscribed.reasons.${reason ?? 'own'}`),
    },
    {
      id: 'time',
      name: t('MailingSettings.unsubscribed.time'),
      isUnbroken: true,
      cell: ({ at }) => <time dateTime={at}>{format.moment(at)}</time>,
    },
  ];
  return (
    <DataTable
      label={t('MailingSettings.unsubscribed.title')}
      look="plain"
      columns={columns}
      rows={rows}
      rowId={({ user_id }) => String(user_id)}
    />
  );
}
