import type { Bot, Campaign, LinkClicks } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Note, Under } from '../../../../ui/words.tsx';
import { isBeingSent } from '../../data/campaigns-data.ts';
import { linksQuery } from '../../data/links-data.ts';
import { NumberName } from '../../shared/number-info.tsx';
import { UsersLink } from './users-link.tsx';

/** Table of tracked links: how often each was opened, and by how many users. */
export function LinksSection({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(linksQuery(bot.key, campaign.campaign_id, isBeingSent(campaign)));
  const columns: readonly DataColumn<LinkClicks>[] = [
    {
      id: 'link',
      name: t('CampaignContent.links.link'),
      isRowName: true,
      cell: ({ text, url }) => (
        <>
          <bdi>{text || url}</bdi>
          <Under>{url}</Under>
        </>
      ),
    },
    {
      id: 'users',
      name: t('Campaigns.results.users'),
      align: 'end',
      cell: ({ link, users }) => (
        <UsersLink bot={bot} outcome={`opened:${link}`} users={users}>
          {format.number(users)}
        </UsersLink>
      ),
    },
    {
      id: 'clicks',
      name: t('CampaignContent.links.clicks'),
      align: 'end',
      cell: ({ clicks }) => format.number(clicks),
    },
  ];
  return (
    <Section title={t('CampaignContent.links.title')}>
      <Loaded query={query} height={120}>
        {(links) => (
          <>
            <DataTable
              label={t('CampaignContent.links.title')}
              look="plain"
              columns={columns}
              rows={links}
              rowId={({ link }) => String(link)}
            />
            <Note>
              <NumberName name={t('CampaignContent.links.how')} text={t('CampaignContent.links.counted')} />
            </Note>
          </>
        )}
      </Loaded>
    </Section>
  );
}
