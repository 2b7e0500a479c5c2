import {
  type Bot,
  type Campaign,
  type ErrorCode,
  errors,
  type SentMessageJob,
  type SentMessageReason,
} from '@botscope/contract';
import { Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../../../platform/errors/error-mapping.ts';
import { useAction } from '../../../../../platform/errors/use-action.ts';
import { useFormat } from '../../../../../platform/i18n/format.ts';
import { Badge } from '../../../../../ui/badge.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { Dim } from '../../../../../ui/words.tsx';
import { actOnMessages } from '../../../data/sent-messages-data.ts';
import { useReasonText } from '../../../shared/use-reason-text.ts';
import classes from './sent.module.css';

interface JobsProps {
  bot: Bot;
  campaign: Campaign;
  jobs: readonly SentMessageJob[];
  mayStop: boolean;
  mayResume: boolean;
}

const tones = { Running: 'accent', Stopped: 'warn', Done: 'good', Error: 'warn' } as const;

/** List of the jobs on sent messages, newest first. */
export function JobList({ jobs, ...rest }: JobsProps) {
  const { t } = useTranslation();
  if (jobs.length === 0) return null;
  return (
    <ul className={classes.jobs} aria-label={t('SentMessages.jobs')}>
      {jobs.map((job) => (
        <li key={job.job_id}>
          <Job job={job} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function Job({ bot, campaign, job, mayStop, mayResume }: Omit<JobsProps, 'jobs'> & { job: SentMessageJob }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reasonText = useReasonText();
  const { busy, run } = useAction((command: 'stop' | 'resume') =>
    actOnMessages(bot.key, campaign.campaign_id, { is: command, jobId: job.job_id }),
  );
  const { action, status, total, done, failed, remaining } = job;
  const describeReason = (reason: SentMessageReason): string =>
    reason === 'too_old' || reason === 'message_gone' ? t(`SentMessages.reasons.${reason}`) : reasonText(reason);
  const numbers = { done: format.number(done), failed: format.number(failed), remaining: format.number(remaining) };
  return (
    <>
      <Flex gap={8} align="center" wrap="wrap">
        <strong>{t(`SentMessages.job.${action}`)}</strong>
        <span>{t('SentMessages.progress', { done: numbers.done, total: format.number(total) })}</span>
        <Badge tone={tones[status]}>{t(`SentMessages.status.${status}`)}</Badge>
        <Dim>
          <time dateTime={job.date_create}>{format.moment(job.date_create)}</time>
          {job.created_by !== '' && ` · ${t('SentMessages.by', { name: job.created_by })}`}
        </Dim>
        {status === 'Running' && mayStop && (
          <Button size="compact-xs" variant="default" loading={busy} onClick={() => void run('stop')}>
            {t('SentMessages.stop')}
          </Button>
        )}
        {job.can_resume && mayResume && (
          <Button size="compact-xs" variant="default" loading={busy} onClick={() => void run('resume')}>
            {t('SentMessages.resume')}
          </Button>
        )}
      </Flex>
      {status !== 'Done' && (
        <span
          role="img"
          className={classes.bar}
          aria-label={t('SentMessages.barLabel', { action: t(`SentMessages.job.${action}`), ...numbers })}
        >
          <span data-part="done" style={{ flexGrow: done }} />
          <span data-part="failed" style={{ flexGrow: failed }} />
          <span style={{ flexGrow: remaining }} />
        </span>
      )}
      <Dim>
        {[
          ...(status !== 'Done' ? [t('SentMessages.remaining', { number: numbers.remaining })] : []),
          ...(failed > 0 ? [t('SentMessages.failed', { number: numbers.failed })] : []),
        ].join(' · ')}
      </Dim>
      {job.failures.length > 0 && (
        <ul className={classes.reasons}>
          {job.failures.map(({ reason, count }) => (
            <li key={reason}>
              {t('SentMessages.reason', { text: describeReason(reason), number: format.number(count) })}
            </li>
          ))}
        </ul>
      )}
      {status === 'Error' && (
        <Notice tone="warn">
          {failureText(job.problem in errors ? (job.problem as ErrorCode) : 'UnknownError')}
          {job.problem_description !== '' && <p lang="en">{job.problem_description}</p>}
        </Notice>
      )}
    </>
  );
}
