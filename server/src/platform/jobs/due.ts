import { CronExpressionParser } from 'cron-parser';
import { minuteMs } from '../time-units.ts';
import type { Job } from './job.ts';

const parse = ({ schedule }: Pick<Job, 'schedule'>, now: number) =>
  CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate: new Date(now) });

/** The last time at which a job was to run, `now` included (Unix ms). */
export const lastDue = (job: Pick<Job, 'schedule'>, now: number): number =>
  parse(job, now + 1)
    .prev()
    .getTime();

/** The next time at which a job is to run, after `now` (Unix ms). */
export const nextDue = (job: Pick<Job, 'schedule'>, now: number): number => parse(job, now).next().getTime();

/**
 * Whether a job is to run, of which all times until `doneUntil` are done. A moment after `now` was written by a clock that
 * was ahead (a minute is allowed between two processes): it hides no later time.
 */
export const isDue = (due: number, doneUntil: number, now: number): boolean =>
  doneUntil < due || doneUntil > now + minuteMs;
