import type { Campaign } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import classes from './campaign.module.css';

/** Shows how many recipients wait for their own time, and when it comes. */
export function WaitingTimes({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user_times: times, sending } = campaign;
  if (times === null || sending.user_time === null) return null;
  return (
    <p className={classes.waiting}>
      {t('CampaignTiming.waiting', {
        count: times.waiting,
        number: format.number(times.waiting),
        time: sending.user_time.time,
        next: format.moment(times.next_at),
        last: format.moment(times.last_at),
      })}
    </p>
  );
}
