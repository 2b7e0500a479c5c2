import type { Bot } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/refusals.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { botsQuery, may } from '../../../../platform/session/bot-data.ts';
import { useDemo } from '../../../../platform/session/demo.ts';
import { useSession } from '../../../../platform/session/session.ts';
import { BotAvatar } from '../../../../ui/bot-avatar.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { BotStatusDot } from '../../public/bot-status-dot.tsx';
import { BotActions } from './bot-actions.tsx';
import classes from './bots-page.module.css';

export function BotsPage() {
  const { t } = useTranslation();
  const demo = useDemo();
  const format = useFormat();
  const { data: bots = [], error } = useQuery(botsQuery);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} renderRoot={(props) => <Link to="/add-bot" {...props} />}>
      {t('Shell.addBot')}
    </Button>
  );
  return (
    <Page
      title={t('Bots.title')}
      actions={
        bots.length > 0 && (
          <>
            {bots.some((bot) => may(bot, 'errors.view')) && (
              <Button variant="default" renderRoot={(props) => <Link to="/bot_errors" {...props} />}>
                {t('Connection.list.errorLog')}
              </Button>
            )}
            {add}
          </>
        )
      }
    >
      {error && <Notice tone="warn">{failureText(codeOf(error))}</Notice>}
      {bots.length === 0 ? (
        <EmptyState
          icon={<IconRobot size={36} stroke={1.4} />}
          title={t('Bots.empty.title')}
          text={t('Bots.empty.text')}
        >
          {add}
          {demo.available && (
            <Button variant="default" onClick={demo.start}>
              {t('Bots.empty.demo')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <div className={classes.frame}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('Bots.columns.bot')}</th>
                <th scope="col">{t('Bots.columns.status')}</th>
                <th scope="col">{t('Connection.list.incoming')}</th>
                <th scope="col">{t('Connection.list.outgoing')}</th>
                <th scope="col">{t('Bots.columns.added')}</th>
                <th scope="col">{t('Bots.columns.lastUpdate')}</th>
                <th scope="col" className={classes.last}>
                  <span className={classes.unseen}>{t('Bots.columns.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {bots.map((bot) => (
                <tr key={bot.key}>
                  <th scope="row">
                    <Link to="/bots/$key" params={{ key: bot.key }} className={classes.bot}>
                      <BotAvatar name={bot.bot_name} size={32} bot={bot} />
                      <span>{bot.bot_name}</span>
                    </Link>
                    <Shared bot={bot} />
                  </th>
                  <td data-label={t('Bots.columns.status')}>
                    <BotStatus bot={bot} />
                  </td>
                  <td data-label={t('Connection.list.incoming')}>{t(`Connection.list.${incomingOf(bot)}`)}</td>
                  <td data-label={t('Connection.list.outgoing')}>
                    <Outgoing bot={bot} />
                  </td>
                  <td data-label={t('Bots.columns.added')} className={classes.when}>
                    {format.date(bot.date_added)}
                  </td>
                  <td data-label={t('Bots.columns.lastUpdate')} className={classes.when}>
                    {bot.last_update_at ? format.moment(bot.last_update_at) : t('Bots.noUpdates')}
                  </td>
                  <td className={classes.last}>
                    <BotActions bot={bot} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Page>
  );
}

/** Whose it is, where it is not one's own, and as what one sees it. */
function Shared({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const owner = useSession().owners[bot.key];
  if (bot.role === 'owner') return null;
  return <span className={classes.shared}>{owner ? t('Shell.sharedBy', { name: owner }) : t('Shell.shared')}</span>;
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
  return method === 'off' ? (
    <span className={classes.dim}>{label}</span>
  ) : (
    <StatusDot good={bot.status_send} label={label} />
  );
}

/** The short name of the way in, as a part of the key of its text. */
function incomingOf({ connection_type: type, delivery_method: method }: Bot) {
  if (type === 'api') return 'api';
  if (type === 'manual') return method === 'getUpdates' ? 'manualPolling' : 'manualWebhook';
  return method === 'getUpdates' ? 'autoPolling' : 'autoWebhook';
}
