import type { ReportCohorts } from '@botscope/contract';
import { countDays, isWithin, listBuckets, shiftDay, spanOf } from '../calendar.ts';
import { actionsIn, collectUsers, firstContacts } from '../fact-sets.ts';
import type { Look } from '../question.ts';

/** Number of periods for which users are followed, the first included, and the most days of a period. */
const followed = { day: { periods: 31, days: 1 }, week: { periods: 27, days: 7 }, month: { periods: 25, days: 31 } };

/** Counts who was new in each period, and how many of them acted in each that follows, up to now. */
export function retention(look: Look): ReportCohorts {
  const { days, span, question, lives, acts } = look;
  const { until: _, ...wholeDays } = days;
  const detail = question.detail === 'hour' ? 'day' : question.detail;
  const { periods, days: length } = followed[detail];
  const farther = { ...wholeDays, to: shiftDay(days.from, countDays(days) + (periods + 1) * length) };
  const calendar = listBuckets(farther, detail);
  const firsts = [...firstContacts(lives)].filter(([, time]) => isWithin(time, span));
  const actions = actionsIn(acts, { start: 0, end: question.now + 1 });
  return {
    rows: calendar
      .map((bucket, index) => ({ own: bucket, following: calendar.slice(index, index + periods) }))
      .filter(({ own }) => own.start < spanOf(look.buckets).end)
      .map(({ own, following }) => {
        const cohort = new Set(firsts.filter(([, time]) => isWithin(time, own)).map(([userId]) => userId));
        const startedPeriods = following.filter(({ start }) => start <= question.now);
        const values = startedPeriods.map((period) => {
          const acted = collectUsers(actionsIn(actions, period));
          return [...cohort].filter((userId) => acted.has(userId)).length;
        });
        const open = startedPeriods.findIndex((period) => isWithin(question.now, period));
        return { start: own.label, size: cohort.size, values, incomplete: open < 0 ? null : open };
      }),
  };
}
