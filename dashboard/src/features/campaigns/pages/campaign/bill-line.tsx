import type { Bot, Campaign } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../../platform/api/api-error.ts';
import { failureText } from '../../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { isBeingSent } from '../../data/campaigns-data.ts';
import { billQuery } from '../../data/stars.ts';

/** Shows what Telegram has billed the bot while a paid campaign was sent. */
export function BillLine({ bot, campaign }: { bot: Bot; campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useQuery(billQuery(bot.key, campaign.campaign_id, isBeingSent(campaign)));
  if (query.error) return <p>{t('MailingSettings.paid.noBill', { reason: failureText(codeOf(query.error)) })}</p>;
  if (!query.data) return null;
  const { requests, tenths } = query.data;
  return (
    <p>
      {t('MailingSettings.paid.bill', {
        count: requests,
        number: format.number(requests),
        stars: format.number(tenths / 10),
      })}
    </p>
  );
}
