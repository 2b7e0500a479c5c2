import type { Bot } from '@botscope/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pauseBot } from '../features/bots/public/pause-bot.ts';
import { may } from '../platform/session/bot-data.ts';
import classes from './paused-banner.module.css';

/** Above every page about a bot whose recording is paused: its numbers stand still by someone's choice. */
export function PausedBanner({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const resume = () => {
    setBusy(true);
    void pauseBot(bot, false, t).finally(() => setBusy(false));
  };
  return (
    <section className={classes.banner} aria-label={t('General.Bots.Paused')}>
      <span>{t('Shell.paused', { bot: bot.bot_name })}</span>
      {may(bot, 'settings.edit') && (
        <button type="button" className={classes.resume} data-print="hide" onClick={resume} disabled={isBusy}>
          {t('Shell.resume')}
        </button>
      )}
    </section>
  );
}
