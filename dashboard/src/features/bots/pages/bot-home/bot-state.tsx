import type { Bot } from '@botscope/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { BotStatusDot } from '../../public/bot-status-dot.tsx';
import classes from './bot-home-page.module.css';

/** Bots that are used at all are silent at night, so that a day says more than an hour. */
const quietAfterMs = 24 * 3_600_000;
const tickMs = 10_000;

/** Whether data arrives, and how long ago the last of it came. Follows the bot live; the ages move by themselves. */
export function BotState({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const ago = (value: string | null) =>
    value === null ? (
      t('BotHome.never')
    ) : (
      <time dateTime={value} title={format.moment(value)}>
        {format.ago(value, Math.max(now, new Date(value).getTime()))}
      </time>
    );
  const isQuiet = bot.last_update_at !== null && now - new Date(bot.last_update_at).getTime() > quietAfterMs;
  const state = !bot.status ? t('Bots.waiting') : t(isQuiet ? 'BotHome.quiet' : 'BotHome.arriving');
  return (
    <dl className={classes.state}>
      <div>
        <dt>{t('BotHome.status')}</dt>
        <dd>
          {bot.statusDisable ? <BotStatusDot bot={bot} /> : <StatusDot good={bot.status && !isQuiet} label={state} />}
        </dd>
      </div>
      <div>
        <dt>{t('BotHome.lastUpdate')}</dt>
        <dd>{ago(bot.last_update_at)}</dd>
      </div>
      <div>
        <dt>{t('BotHome.lastCall')}</dt>
        <dd>
          {bot.delivery_method_send === 'off' && bot.last_call_at === null
            ? t('BotHome.callsOff')
            : ago(bot.last_call_at)}
        </dd>
      </div>
      <div>
        <dt>{t('BotHome.firstUpdate')}</dt>
        <dd>{bot.first_update_at === null ? t('BotHome.never') : format.date(bot.first_update_at)}</dd>
      </div>
    </dl>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
