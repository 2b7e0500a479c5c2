import type { Campaign } from '@botscope/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { addSample, type PaceSample, paceOf } from '../../data/pace.ts';
import classes from './campaign.module.css';

/** How fast messages leave, measured while the page is open, and when the last one will. */
export function Pace({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [samples, setSamples] = useState<readonly PaceSample[]>([]);
  const { waiting: all, total } = campaign.counts;
  // Of those whose time has not come nobody is sent to, however fast it goes.
  const waiting = all - (campaign.user_times?.waiting ?? 0);
  const done = total - all;
  useEffect(() => setSamples((before) => addSample(before, { at: Date.now(), done })), [done]);
  const pace = paceOf(samples);
  if (pace === null) return null;
  return (
    <p className={classes.pace}>
      {t('Campaigns.progress.pace', { number: format.number(Math.round(pace * 10) / 10) })}
      {waiting > 0 && ` ${t('Campaigns.progress.left', { duration: format.duration(Math.ceil(waiting / pace)) })}`}
    </p>
  );
}
