import type { Bot } from '@botscope/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BotAvatar } from '../../../../ui/bot-avatar.tsx';
import classes from './about.module.css';

/** The bot's picture in Telegram, fetched through our own server; the drawn one where there is none. */
export function BotPhoto({ bot, hasPhoto }: { bot: Bot; hasPhoto: boolean }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  if (!hasPhoto || broken) return <BotAvatar name={bot.bot_name} size={56} />;
  return (
    <img
      src={`/api/bots/${bot.key}/photo`}
      width={56}
      height={56}
      alt={t('BotProfile.about.photo')}
      className={classes.photo}
      onError={() => setBroken(true)}
    />
  );
}
