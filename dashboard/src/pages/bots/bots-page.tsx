import { Button } from '@mantine/core';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../api/api-error.ts';
import { useFormat } from '../../i18n/format.ts';
import { useDemo } from '../../shell/demo.ts';
import { failureText } from '../../shell/refusals.ts';
import { BotAvatar } from '../../ui/bot-avatar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { BotActions } from './bot-actions.tsx';
import { botsQuery } from './bot-data.ts';
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
    <Page title={t('Bots.title')} actions={bots.length > 0 && add}>
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
                      <BotAvatar name={bot.bot_name} size={32} />
                      <span>{bot.bot_name}</span>
                    </Link>
                  </th>
                  <td data-label={t('Bots.columns.status')}>
                    <StatusDot good={bot.status} label={bot.status ? t('Bots.connected') : t('Bots.waiting')} />
                  </td>
                  <td data-label={t('Bots.columns.added')}>{format.date(bot.date_added)}</td>
                  <td data-label={t('Bots.columns.lastUpdate')}>
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
