import type { Bot } from '@botscope/contract';
import { IconAlertCircle, IconChartBar, IconSettings, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may, readsAny } from '../../../../platform/session/bot-data.ts';
import classes from './bot-home-page.module.css';

/** The pages that speak of this bot. */
export function QuickLinks({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const { key } = bot;
  return (
    <nav aria-label={t('BotHome.go')} className={classes.links}>
      {readsAny(bot) && (
        <Link to="/" search={{ bot: key }} className={classes.link}>
          <Card icon={<IconChartBar size={20} stroke={1.6} aria-hidden />} name="reports" />
        </Link>
      )}
      <Link to="/bots/$key" params={{ key }} className={classes.link}>
        <Card icon={<IconSettings size={20} stroke={1.6} aria-hidden />} name="settings" />
      </Link>
      {may(bot, 'errors.view') && (
        <Link to="/bot_errors" search={{ bot: key }} className={classes.link}>
          <Card icon={<IconAlertCircle size={20} stroke={1.6} aria-hidden />} name="errors" />
        </Link>
      )}
      {may(bot, 'storage.upload') && (
        <Link to="/bot_upload/$key" params={{ key }} className={classes.link}>
          <Card icon={<IconUpload size={20} stroke={1.6} aria-hidden />} name="upload" />
        </Link>
      )}
    </nav>
  );
}

function Card({ icon, name }: { icon: ReactNode; name: 'reports' | 'settings' | 'errors' | 'upload' }) {
  const { t } = useTranslation();
  return (
    <>
      {icon}
      <span>
        <span className={classes.linkName}>{t(`BotHome.links.${name}`)}</span>
        <span className={classes.linkText}>{t(`BotHome.links.${name}Text`)}</span>
      </span>
    </>
  );
}
