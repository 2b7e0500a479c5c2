import type { Campaign } from '@botscope/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { addSample, type PaceSample, paceOf } from '../../data/pace.ts';
import classes from './campaign.module.css';

/** How fast messages leave, measured while the page is open, when the last one will, and what the bot sends beside them. */
export function Pace({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pace = usePace(campaign);
  const { waiting: all } = campaign.counts;
  // Of those whose time has not come nobody is sent to, however fast it goes.
  const waiting = all - (campaign.user_times?.waiting ?? 0);
  const sentences = [
    pace !== null && t('Campaigns.progress.pace', { number: format.number(Math.round(pace * 10) / 10) }),
    pace !== null &&
      waiting > 0 &&
      t('Campaigns.progress.left', { duration: format.duration(Math.ceil(waiting / pace)) }),
    campaign.bot_per_second > 0 && t('Campaigns.progress.bot', { number: format.number(campaign.bot_per_second) }),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 && <p className={classes.pace}>{sentences.join(' ')}</p>;
}

/** Messages a second; null until it can be said. */
function usePace({ counts: { total, waiting } }: Campaign): number | null {
  const [samples, setSamples] = useState<readonly PaceSample[]>([]);
  const done = total - waiting;
  useEffect(() => setSamples((before) => addSample(before, { at: Date.now(), done })), [done]);
  return paceOf(samples);
}
