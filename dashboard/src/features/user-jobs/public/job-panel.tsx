import { type Bot, isUnfinished, type UserJob } from '@botscope/contract';
import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showError } from '../../../platform/errors/error-mapping.ts';
import { useFormat } from '../../../platform/i18n/format.ts';
import { may } from '../../../platform/session/bot-data.ts';
import { PopoverPanel } from '../../../ui/popover-panel.tsx';
import { fieldsQuery } from '../../custom-fields/public/fields-data.ts';
import classes from './job-panel.module.css';
import { describeJob, describeProgress } from './job-words.ts';
import { jobsQuery, stopJob, undoJob } from './jobs-data.ts';
import { useJobEnds } from './use-job-ends.ts';

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
