import type { Bot, Campaign, UnsubscribedUser } from '@botscope/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { MoreRows } from '../../../../ui/table/more-rows.tsx';
import { Note, Under } from '../../../../ui/words.tsx';
import { UserLink } from '../../../people/public/user-link.tsx';
import { isBeingSent } from '../../data/campaigns-data.ts';
import { unsubscribedQuery } from '../../data/mailing-settings.ts';

/** Who has unsubscribed after the campaign. */
export function UnsubscribedSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useInfiniteQuery(unsubscribedQuery(bot.key, campaign.campaign_id, isBeingSent(campaign)));
  return (
    <Section title={t('MailingSettings.unsubscribed.title')}>
      <Loaded query={query} height={80}>
        {({ pages }) => {
          const total = pages[0]?.total ?? 0;
          if (total === 0) return <Note>{t('MailingSettings.unsubscribed.none')}</Note>;
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
      cell: ({ user_id, name, username }) => {
        const words = <bdi>{name || `ID ${user_id}`}</bdi>;
        return (
          <>
            {may(bot, 'section.users.list') ? <UserLink id={user_id}>{words}</UserLink> : words}
            <Under>{username === '' ? (name === '' ? '' : `ID ${user_id}`) : `@${username}`}</Under>
          </>
        );
      },
    },
    {
      id: 'how',
      name: t('MailingSettings.unsubscribed.how'),
      cell: ({ source }) => t(`MailingSettings.unsubscribed.sources.${source}`),
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
