import type { LiveActivity } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { useClock } from '../data/clock.ts';
import classes from './live-page.module.css';

const minuteMs = 60_000;

/** Users of each of the last 30 minutes: bars for the eye, and the same numbers as a table. */
export function MinuteBars({ live: { start, minutes } }: { live: LiveActivity }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  const most = Math.max(1, ...minutes);
  const points = minutes.map((users, index) => ({ users, at: start + index * minuteMs }));
  const timeOf = (at: number) => clock.minute(at);
  return (
    <>
      <div className={classes.bars} aria-hidden>
        {points.map(({ users, at }) => (
          <span
            key={at}
            className={classes.bar}
            data-zero={users === 0 || undefined}
            title={`${timeOf(at)}: ${format.number(users)}`}
          >
            <span style={{ height: `${(users / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{timeOf(start)}</span>
        <span>{t('Live.now')}</span>
      </div>
      <details className={classes.table}>
        <summary>{t('Live.asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Live.minute')}</th>
              <th scope="col">{t('Live.users')}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ users, at }) => (
              <tr key={at}>
                <th scope="row">{timeOf(at)}</th>
                <td>{format.number(users)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
