import type { Bot } from '@botscope/contract';
import { IconAlertTriangle, IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may, readsAny } from '../../../../platform/session/bot-data.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { BotAvatar } from '../../../../ui/bot-avatar.tsx';
import { DropItem, DropLine, DropLink, DropMenu } from '../../../../ui/drop-menu.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import type { DataColumn } from '../../../../ui/table/columns.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Dim, Under } from '../../../../ui/words.tsx';
import { BotStatusDot } from '../../public/bot-status-dot.tsx';
import { pauseBot } from '../../public/pause-bot.ts';
import { RemoveDialog } from '../../public/remove-dialog.tsx';
import { RenameDialog } from '../../public/rename-dialog.tsx';
import { RotateDialog } from '../../public/rotate-dialog.tsx';
import classes from './bots-page.module.css';

export function BotsTable({ bots }: { bots: readonly Bot[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: readonly DataColumn<Bot>[] = [
    {
      id: 'bot',
      name: t('Bots.columns.bot'),
      isRowName: true,
      cell: (bot) => (
        <>
          <Link to="/bots/$key" params={{ key: bot.key }} className={classes.bot}>
            <BotAvatar name={bot.bot_name} size={32} bot={bot} />
            <span>{bot.bot_name}</span>
          </Link>
          <Shared bot={bot} />
        </>
      ),
    },
    { id: 'status', name: t('Bots.columns.status'), cell: (bot) => <BotStatus bot={bot} /> },
    {
      id: 'incoming',
      name: t('Connection.list.incoming'),
      cell: (bot) => t(`Connection.list.${detectWay(bot)}`),
    },
    { id: 'outgoing', name: t('Connection.list.outgoing'), cell: (bot) => <Outgoing bot={bot} /> },
    { id: 'added', name: t('Bots.columns.added'), isUnbroken: true, cell: (bot) => format.date(bot.date_added) },
    {
      id: 'lastUpdate',
      name: t('Bots.columns.lastUpdate'),
      isUnbroken: true,
      cell: (bot) => (bot.last_update_at ? format.moment(bot.last_update_at) : t('Bots.noUpdates')),
    },
    {
      id: 'actions',
      name: t('Bots.columns.actions'),
      hasHiddenHeading: true,
      isCorner: true,
      cell: (bot) => <BotActions bot={bot} />,
    },
  ];
  return (
    <DataTable
      label={t('Bots.title')}
      className={classes.table}
      columns={columns}
      rows={bots}
      rowId={({ key }) => key}
    />
  );
}

/** Owner of a bot that was shared with the account; nothing for one's own bot. */
function Shared({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const owner = useSession().owners[bot.key];
  if (bot.role === 'owner') return null;
  return <Under className={classes.shared}>{owner ? t('Shell.sharedBy', { name: owner }) : t('Shell.shared')}</Under>;
}

/** Connected or not; where something is wrong, how much, with the way to it. */
function BotStatus({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const count = bot.problems.length;
  if (count === 0 || bot.statusDisable) return <BotStatusDot bot={bot} />;
  return (
    <Link to="/bots/$key" params={{ key: bot.key }} className={classes.problems}>
      <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
      {t('Connection.problems.count', { count })}
    </Link>
  );
}

function Outgoing({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const method = bot.delivery_method_send;
  const label = t(`Connection.list.${method}`);
  return method === 'off' ? <Dim>{label}</Dim> : <StatusDot good={bot.status_send} label={label} />;
}

/** The short name of the way in, as a part of the key of its text. */
function detectWay({ connection_type: type, delivery_method: method }: Bot) {
  if (type === 'api') return 'api';
  if (type === 'manual') return method === 'getUpdates' ? 'manualPolling' : 'manualWebhook';
  return method === 'getUpdates' ? 'autoPolling' : 'autoWebhook';
}

/** Actions for one bot of the list, as far as the account may. */
function BotActions({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'rename' | 'rotate' | 'remove' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <DropMenu
        label={t('Bots.actionsOf', { name: bot.bot_name })}
        button={<IconDots size={18} stroke={1.6} aria-hidden />}
      >
        {readsAny(bot) && (
          <DropLink to="/" search={{ bot: bot.key }}>
            {t('Bots.statistics')}
          </DropLink>
        )}
        <DropLink to="/bot/$key" params={{ key: bot.key }}>
          {t('Bots.page.screen')}
        </DropLink>
        <DropLink to="/bots/$key" params={{ key: bot.key }}>
          {t('Bots.open')}
        </DropLink>
        <DropLink to="/bots/$key/permissions" params={{ key: bot.key }}>
          {t('Menu.access')}
        </DropLink>
        {may(bot, 'settings.edit') && (
          <>
            <DropItem onChoose={() => setDialog('rename')}>{t('Bots.rename')}</DropItem>
            <DropItem onChoose={() => void pauseBot(bot, !bot.statusDisable, t)}>
              {t(bot.statusDisable ? 'Bots.resume' : 'Bots.pause')}
            </DropItem>
          </>
        )}
        {may(bot, 'secure.manage') && (
          <>
            <DropItem onChoose={() => setDialog('rotate')}>{t('Bots.rotate')}</DropItem>
            <DropLine />
            <DropItem danger onChoose={() => setDialog('remove')}>
              {t('Bots.remove')}
            </DropItem>
          </>
        )}
      </DropMenu>
      {dialog === 'rename' && <RenameDialog bot={bot} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog bot={bot} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog bot={bot} onClose={close} />}
    </>
  );
}
