import { type Bot, mayRead, permissionsOf } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { glanceQuery } from '../data/live-data.ts';
import classes from './online-now.module.css';

/** "N online now", the way to the live page. Nothing until it is known: nobody waits for it. */
export function OnlineNow({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery({ ...glanceQuery(bot.key), enabled: mayRead(permissionsOf(bot), 'visitors') });
  if (!data) return null;
  return (
    <Link to="/live" className={classes.pill} data-quiet={data.online === 0 || undefined}>
      <span className={classes.dot} aria-hidden />
      {t('Home.online', { count: data.online, number: format.number(data.online) })}
    </Link>
  );
}
