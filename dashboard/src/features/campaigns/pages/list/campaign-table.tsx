import type { Bot, CampaignSummary } from '@botscope/contract';
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { DropItem, DropMenu } from '../../../../ui/drop-menu.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
import { CampaignStatusBadge } from '../../shared/campaign-status.tsx';
import { CountsBar } from '../../shared/counts-bar.tsx';
import { archiveWithUndo, copyCampaign } from '../../shared/list-actions.ts';
import classes from './list.module.css';

/** Campaigns with their results so far. */
export function CampaignTable({ bot, campaigns }: { bot: Bot; campaigns: readonly CampaignSummary[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<CampaignSummary>[] = [
    {
      id: 'name',
      name: t('Campaigns.columns.name'),
      isRowName: true,
      sortValue: ({ name }) => name,
      cell: (campaign) => <Name bot={bot} campaign={campaign} />,
    },
    {
      id: 'status',
      name: t('Campaigns.columns.status'),
      isUnbroken: true,
      sortValue: ({ status }) => t(`Campaigns.status.${status}`),
      cell: (campaign) => <CampaignStatusBadge campaign={campaign} />,
    },
    {
      id: 'date',
      name: t('Campaigns.columns.date'),
      isUnbroken: true,
      sortValue: (campaign) => pickDate(campaign).date,
      cell: (campaign) => {
        const { what, date } = pickDate(campaign);
        return (
          <div>
            <time dateTime={date}>{format.moment(date)}</time>
            <Under>{t(`Campaigns.dates.${what}`)}</Under>
          </div>
        );
      },
    },
    {
      id: 'progress',
      name: t('Campaigns.columns.delivered'),
      sortValue: ({ counts }) => counts.delivered,
      isEmpty: ({ counts }) => counts.total === 0,
      cell: ({ counts }) =>
        counts.total === 0 ? (
          <Dim>—</Dim>
        ) : (
          <div className={classes.progress}>
            {t('Campaigns.deliveredOf', {
              delivered: format.number(counts.delivered),
              total: format.number(counts.total),
            })}
            <CountsBar counts={counts} isThin />
          </div>
        ),
    },
  ];
  const actions: DataColumn<CampaignSummary> = {
    id: 'actions',
    name: t('Campaigns.columns.actions'),
    hasHiddenHeading: true,
    isCorner: true,
    cell: (campaign) => <RowMenu bot={bot} campaign={campaign} />,
  };
  const mayChange = may(bot, 'tasker.task.create') || may(bot, 'tasker.task.update');
  return (
    <DataTable
      label={t('Campaigns.title')}
      columns={mayChange ? [...columns, actions] : columns}
      rows={campaigns}
      rowId={({ campaign_id }) => String(campaign_id)}
    />
  );
}

/** The date that says most about a campaign. */
function pickDate({ status, date_send, date_create, date_start, date_finish }: CampaignSummary) {
  if (date_finish !== null && status !== 'In_progress') return { what: 'finish', date: date_finish } as const;
  if (date_start !== null) return { what: 'start', date: date_start } as const;
  if (status === 'Not_started' && date_send !== null) return { what: 'send', date: date_send } as const;
  return { what: 'create', date: date_create } as const;
}

function Name({ bot, campaign }: { bot: Bot; campaign: CampaignSummary }) {
  const { t } = useTranslation();
  const campaignId = String(campaign.campaign_id);
  const isEdited = campaign.status === 'Draft' && may(bot, 'tasker.task.update');
  return (
    <>
      {isEdited ? (
        <Link to="/mailing/edit-campaign/{-$campaignId}" params={{ campaignId }} className={classes.name}>
          {campaign.name}
        </Link>
      ) : (
        <Link to="/mailing/campaign/$campaignId" params={{ campaignId }} className={classes.name}>
          {campaign.name}
        </Link>
      )}
      <Under>
        {campaign.kind === 'automation' && `${t('Automations.one')} · `}
        {t(`Campaigns.types.${campaign.type}`)}
        {campaign.is_example && ` · ${t('CampaignDemo.example')}`}
      </Under>
    </>
  );
}

function RowMenu({ bot, campaign }: { bot: Bot; campaign: CampaignSummary }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { campaign_id: id, status, is_archived } = campaign;
  const edit = (to: number) =>
    navigate({ to: '/mailing/edit-campaign/{-$campaignId}', params: { campaignId: String(to) } });
  const isBusy = status === 'In_progress' || status === 'Not_started';
  const mayUpdate = may(bot, 'tasker.task.update') && !campaign.is_example;
  return (
    <DropMenu
      label={t('Campaigns.menu', { name: campaign.name })}
      button={<IconDots size={16} stroke={1.6} aria-hidden />}
    >
      {mayUpdate && status === 'Draft' && (
        <DropItem icon={<IconPencil size={16} />} onChoose={() => void edit(id)}>
          {t('Campaigns.actions.edit')}
        </DropItem>
      )}
      {may(bot, 'tasker.task.create') && (
        <DropItem
          icon={<IconCopy size={16} />}
          onChoose={() =>
            void copyCampaign(bot.key, campaign)
              .then(({ campaign_id }) => edit(campaign_id))
              .catch(showError)
          }
        >
          {t('Campaigns.actions.copy')}
        </DropItem>
      )}
      {mayUpdate && !isBusy && (
        <DropItem
          icon={is_archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
          onChoose={() => void archiveWithUndo(bot.key, campaign, !is_archived)}
        >
          {t(is_archived ? 'Campaigns.actions.restore' : 'Campaigns.actions.archive')}
        </DropItem>
      )}
    </DropMenu>
  );
}
