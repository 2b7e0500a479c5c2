import type { Bot } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../ui/status-dot.tsx';

/** Connected, waiting for the first update, or paused. */
export function BotStatusDot({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  if (bot.statusDisable) return <StatusDot state="off" label={t('Bots.paused')} />;
  return <StatusDot good={bot.status} label={bot.status ? t('Bots.connected') : t('Bots.waiting')} />;
}
