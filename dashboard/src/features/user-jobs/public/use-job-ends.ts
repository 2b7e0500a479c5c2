import { type Bot, isUnfinished, type UserJob } from '@botscope/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { hideUndo, showUndo } from '../../../ui/undo-toast.tsx';
import { reloadUsers } from '../../erasures/public/reload-users.ts';
import { describeProgress } from './job-words.ts';
import { refreshUsers, undoJob } from './jobs-data.ts';

/** Follows the jobs that run: when one ends, what is on show is read again, and a toast offers to take it back. */
export function useJobEnds(bot: Bot, jobs: readonly UserJob[]): { seen: number | null; hide(): void } {
  const { t } = useTranslation();
  const format = useFormat();
  const runningIds = useRef(new Set<number>());
  const [endedId, setEndedId] = useState<number | null>(null);
  useEffect(() => {
    for (const job of jobs) {
      const { job_id: id } = job;
      if (isUnfinished(job)) runningIds.current.add(id);
      else if (runningIds.current.delete(id)) {
        setEndedId(id);
        void refreshUsers(bot.key);
        if (job.action === 'erase' || job.action === 'anonymise') void reloadUsers(bot.key);
        if (job.can_undo) {
          showUndo({
            id: `user-job-${id}`,
            text: describeProgress(job, { t, format }),
            label: t('Jobs.undo'),
            onUndo: () => undoJob(bot.key, id).catch(showError),
          });
        }
      }
      // It was undone in the panel or by a colleague.
      if (!job.can_undo) hideUndo(`user-job-${id}`);
    }
  }, [jobs, bot.key, t, format]);
  return { seen: endedId, hide: () => setEndedId(null) };
}
