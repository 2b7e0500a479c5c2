import { type Bot, type CampaignSending, freeSpeed, tenthsFor } from '@botscope/contract';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { may } from '../../../../platform/session/bot-data.ts';
import { mailingLimitsQuery, starBalanceQuery } from '../../data/stars.ts';

/** A campaign that nobody has set a speed for. */
const usualPaidSpeed = 300;

interface PaidBroadcastProps {
  bot: Bot;
  sending: CampaignSending;
  /** Number of recipients; undefined while it is being counted. */
  count: number | undefined;
  onChange(part: Partial<CampaignSending>): void;
}

/** Sending faster than Telegram does for nothing: what it may cost and what the bot has. Nothing where the operator does not allow it. */
export function PaidBroadcast({ bot, sending, count, onChange }: PaidBroadcastProps) {
  const { t } = useTranslation();
  const maxSpeed = useQuery(mailingLimitsQuery(bot.key)).data?.max_speed ?? freeSpeed;
  if (maxSpeed <= freeSpeed && !sending.is_paid) return null;
  const speed = Math.min(maxSpeed, usualPaidSpeed);
  const change = (isPaid: boolean) =>
    onChange(
      isPaid
        ? { is_paid: true, speed, interval_cap: speed }
        : {
            is_paid: false,
            speed: Math.min(sending.speed, freeSpeed),
            interval_cap: Math.min(sending.interval_cap, freeSpeed),
          },
    );
  return (
    <>
      <Checkbox
        label={t('MailingSettings.paid.on')}
        description={t('MailingSettings.paid.hint')}
        checked={sending.is_paid}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {sending.is_paid && count !== undefined && <Cost bot={bot} tenths={tenthsFor(count, sending)} />}
    </>
  );
}

function Cost({ bot, tenths }: { bot: Bot; tenths: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayAsk = !bot.is_demo && may(bot, 'tasker.task.update');
  const balance = useQuery({ ...starBalanceQuery(bot.key), enabled: mayAsk }).data;
  return (
    <p role="status">
      {t('MailingSettings.paid.cost', { stars: format.number(Math.ceil(tenths / 10)) })}{' '}
      {balance && t('MailingSettings.paid.balance', { stars: format.number(Math.floor(balance.tenths / 10)) })}
    </p>
  );
}
