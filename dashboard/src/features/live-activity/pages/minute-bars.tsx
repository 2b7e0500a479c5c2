import type { LiveActivity } from '@botscope/contract';
import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../platform/i18n/format.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useClock } from '../data/clock.ts';
import classes from './live-page.module.css';

const minuteMs = 60_000;

/** Users of each of the last 30 minutes: bars for the eye, and the same numbers as a table. */
export function MinuteBars({ live: { start, minutes } }: { live: LiveActivity }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clock = useClock();
  const maxUsers = Math.max(1, ...minutes);
  const points = minutes.map((users, index) => ({ users, at: start + index * minuteMs }));
  const formatTime = (moment: number) => clock.minute(moment);
  return (
    <>
      <Flex gap={2} align="stretch" h={96} aria-hidden>
        {points.map(({ users, at }) => (
          <span
            key={at}
            className={classes.bar}
            data-zero={users === 0 || undefined}
            title={`${formatTime(at)}: ${format.number(users)}`}
          >
            <span style={{ height: `${(users / maxUsers) * 100}%` }} />
          </span>
        ))}
      </Flex>
      <Flex justify="space-between" mt={4} c="dimmed" fz="xs" aria-hidden>
        <span>{formatTime(start)}</span>
        <span>{t('Live.now')}</span>
      </Flex>
      <details className={classes.table}>
        <summary>{t('Live.asTable')}</summary>
        <DataTable
          look="lines"
          label={t('Live.users')}
          columns={[
            { id: 'minute', name: t('Live.minute'), isRowName: true, cell: ({ at }) => formatTime(at) },
            { id: 'users', name: t('Live.users'), align: 'end', cell: ({ users }) => format.number(users) },
          ]}
          rows={points.toReversed()}
          rowId={({ at }) => String(at)}
        />
      </details>
    </>
  );
}
