import type { Bot } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { campaignsQuery } from '../../data/campaigns-data.ts';
import { sendingBetween } from '../../data/other-sending.ts';

/** Number of campaigns that are named. */
const maxNames = 3;

interface OtherSendingProps {
  bot: Bot;
  /** The campaign's own id. */
  ownId: number | undefined;
  /** Unix ms. */
  plan: { startsAt: number; endsAt: number };
}

/** Lists the bot's other campaigns in that time: all of its campaigns share one speed. */
export function OtherSending({ bot, ownId, plan }: OtherSendingProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const otherCampaigns = sendingBetween(useQuery(campaignsQuery(bot.key)).data ?? [], ownId, plan);
  if (otherCampaigns.length === 0) return null;
  const names = otherCampaigns.slice(0, maxNames).map(({ name, status, date_send }) => {
    const startText =
      status === 'In_progress' || date_send === null ? t('MailingSettings.others.now') : format.moment(date_send);
    return t('MailingSettings.others.one', { name, when: startText });
  });
  const hiddenCount = otherCampaigns.length - names.length;
  return (
    <p>
      {t('MailingSettings.others.text', { names: names.join(', ') })}
      {hiddenCount > 0 &&
        ` ${t('MailingSettings.others.more', { count: hiddenCount, number: format.number(hiddenCount) })}`}
    </p>
  );
}
