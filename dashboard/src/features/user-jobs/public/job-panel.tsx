import { type Bot, type CustomField, isUnfinished, type UserJob } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailureCode } from '../../../platform/api/api-error.ts';
import { failureText, showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import type { Formats } from '../../../platform/i18n/formats.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import { hideUndo, showUndo } from '../../../ui/undo-toast.tsx';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';
import { valueWords } from '../../custom-fields/public/value-words.ts';
import { reloadUsers } from '../../erasures/public/reload-users.ts';
import classes from './job-panel.module.css';
import { jobsQuery, refreshUsers, stopJob, undoJob } from './jobs-data.ts';

/** The job that runs, or the last one that was seen to end; the others in a panel. Nothing where there are none. */
export function JobPanel({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const { data: jobs = [] } = useQuery(jobsQuery(bot.key));
  const { seen, hide } = useJobEnds(bot, jobs);
  // The oldest unfinished one is the one that runs.
  const shownJob = jobs.findLast(isUnfinished) ?? jobs.find(({ job_id }) => job_id === seen);
  if (jobs.length === 0) return null;
  const otherJobs = jobs.filter((job) => job !== shownJob);
  return (
    <section className={classes.panel} aria-label={t('Jobs.region')} data-quiet={shownJob === undefined}>
      {shownJob && <JobLine bot={bot} job={shownJob} />}
      <div className={classes.side}>
        {otherJobs.length > 0 && (
          <PopoverPanel
            label={t('Jobs.all')}
            look="button"
            align="end"
            onPhone="sheet"
            button={
              <>
                <IconStack2 size={14} aria-hidden />
                {t('Jobs.all')}
              </>
            }
          >
            {() => (
              <ul className={classes.list}>
                {otherJobs.map((job) => (
                  <li key={job.job_id}>
                    <JobLine bot={bot} job={job} />
                  </li>
                ))}
              </ul>
            )}
          </PopoverPanel>
        )}
        {shownJob && !isUnfinished(shownJob) && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={hide}>
            {t('Jobs.close')}
          </Button>
        )}
      </div>
    </section>
  );
}

function JobLine({ bot, job }: { bot: Bot; job: UserJob }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { data: fields = [] } = useQuery({ ...fieldsQuery(bot.key), enabled: may(bot, 'custom_fields.view') });
  const isErasure = job.action === 'erase' || job.action === 'anonymise';
  const mayChange = may(bot, isErasure ? 'section.users.erase' : 'custom_fields.manage');
  const name = describeJob(job, { t, format, language: i18n.language, fields });
  const looked = job.done + job.failed + job.skipped;
  return (
    <div className={classes.line}>
      <div className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        {isUnfinished(job) && (
          <progress className={classes.bar} max={Math.max(1, job.total)} value={looked} aria-label={name} />
        )}
        <p className={classes.text} role="status">
          {describeProgress(job, { t, format })}
        </p>
        <p className={classes.text}>
          {t('Jobs.by', { moment: format.moment(job.ended_at ?? job.created_at), name: job.created_by })}
        </p>
      </div>
      {mayChange && isUnfinished(job) && job.state !== 'stopping' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('Jobs.stop')}: ${name}`}
          onClick={() => void stopJob(bot.key, job.job_id).catch(showError)}
        >
          {t('Jobs.stop')}
        </Button>
      )}
      {mayChange && job.can_undo && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('Jobs.undo')}: ${name}`}
          onClick={() => void undoJob(bot.key, job.job_id).catch(showError)}
        >
          {t('Jobs.undo')}
        </Button>
      )}
    </div>
  );
}

/** Follows the jobs that run: when one ends, what is on show is read again, and a toast offers to take it back. */
function useJobEnds(bot: Bot, jobs: readonly UserJob[]): { seen: number | null; hide(): void } {
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

interface WordContext {
  t: TFunction;
  format: Formats;
  language: string;
  fields: readonly CustomField[];
}

function describeJob(job: UserJob, { fields, ...context }: WordContext): string {
  const { t } = context;
  const jobField = fields.find(({ key }) => key === job.field);
  const field = jobField?.name ?? job.field;
  switch (job.action) {
    case 'erase':
    case 'anonymise':
      return t(`Jobs.actions.${job.action}`);
    case 'undo':
      return field === '' ? t('Jobs.actions.undoUnnamed') : t('Jobs.actions.undo', { field });
    case 'set_field': {
      if (field === '') return t('Jobs.actions.setUnnamed');
      if (job.value === null) return t('Jobs.actions.clear', { field });
      const value = jobField ? valueWords(jobField, job.value, context) : String(job.value);
      return t('Jobs.actions.set_field', { field, value });
    }
  }
}

/** Describes the progress of a job: its state, and what happened to the users. */
function describeProgress(job: UserJob, { t, format }: Pick<WordContext, 't' | 'format'>): string {
  const { done, failed, skipped, total } = job;
  const state =
    job.state === 'failed'
      ? t('Jobs.states.failed', { reason: failureText(job.problem as FailureCode) })
      : t(`Jobs.states.${job.state}`);
  return [
    state,
    t('Jobs.progress', { count: total, done: format.number(done), number: format.number(total) }),
    ...(failed > 0 ? [t('Jobs.failed', { count: failed, number: format.number(failed) })] : []),
    ...(skipped > 0 ? [t('Jobs.skipped', { count: skipped, number: format.number(skipped) })] : []),
  ].join(' · ');
}
