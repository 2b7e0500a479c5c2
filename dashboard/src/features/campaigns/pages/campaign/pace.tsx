import type { Campaign } from '@botscope/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { addSample, computePace, type PaceSample } from '../../data/pace.ts';
import classes from './campaign.module.css';

/** Shows the sending speed, measured while the page is open, the time left, and the bot's own messages per second. */
export function Pace({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pace = usePace(campaign);
  const { waiting: all } = campaign.counts;
  // Recipients whose own time has not come wait at any speed, so they are left out.
  const waitingCount = all - (campaign.user_times?.waiting ?? 0);
  const sentences = [
    pace !== null && t('Campaigns.progress.pace', { number: format.number(Math.round(pace * 10) / 10) }),
    pace !== null &&
      waitingCount > 0 &&
      t('Campaigns.progress.left', { duration: format.duration(Math.ceil(waitingCount / pace)) }),
    campaign.bot_per_second > 0 && t('Campaigns.progress.bot', { number: format.number(campaign.bot_per_second) }),
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 && <p className={classes.pace}>{sentences.join(' ')}</p>;
}

/** Messages a second; null until it can be said. */
function usePace({ counts: { total, waiting } }: Campaign): number | null {
  const [samples, setSamples] = useState<readonly PaceSample[]>([]);
  const doneCount = total - waiting;
  useEffect(() => setSamples((before) => addSample(before, { at: Date.now(), done: doneCount })), [doneCount]);
  return computePace(samples);
}
