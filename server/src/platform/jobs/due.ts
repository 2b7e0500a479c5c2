import { CronExpressionParser } from 'cron-parser';
import type { Job } from './job.ts';

/** The queue itself is this late at times: it looks every 45 seconds, and then hands out every 30. */
const graceMs = 120_000;

/** When a job was to run last, Unix ms. */
export const lastDue = ({ schedule }: Pick<Job, 'schedule'>, now: number): number =>
  CronExpressionParser.parse(schedule, { tz: 'UTC', currentDate: new Date(now) })
    .prev()
    .getTime();

/**
 * The jobs whose last time has passed without them, each with that time. The queue takes a time only within its minute: a
 * process that was busy, or down, then had no run at all. One that never ran waits for its first time.
 */
export function missedJobs(
  list: readonly Pick<Job, 'name' | 'schedule'>[],
  lastSent: ReadonlyMap<string, number>,
  now: number,
): { name: string; due: number }[] {
  return list.flatMap(({ name, schedule }) => {
    const sentAt = lastSent.get(name);
    const dueAt = lastDue({ schedule }, now);
    return sentAt === undefined || sentAt >= dueAt || now - dueAt < graceMs ? [] : [{ name, due: dueAt }];
  });
}
