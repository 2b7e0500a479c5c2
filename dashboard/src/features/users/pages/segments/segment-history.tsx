import type { Bot, Segment } from '@botscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useScheme } from '../../../../analytics/panel/use-scheme.ts';
import { TimeSeries } from '../../../../charts/draw/time-series.tsx';
import { nameBuckets, prepareTimeTicks } from '../../../../charts/prepare/buckets.ts';
import { prepareFigures } from '../../../../charts/prepare/figures.ts';
import { prepareTooltip } from '../../../../charts/prepare/tooltip.ts';
import { useFormat } from '../../../../platform/i18n/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Section } from '../../../../ui/section.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Note } from '../../../../ui/words.tsx';
import { historyQuery } from '../../data/segments-data.ts';
import classes from './segments.module.css';

interface Point {
  day: string;
  count: number;
}

const height = 240;

/** The size of a dynamic segment over the last year, as a chart and as a table. */
export function SegmentHistory({ bot, segment }: { bot: Bot; segment: Segment }) {
  const { t } = useTranslation();
  const query = useQuery(historyQuery(bot.key, segment));
  return (
    <Section title={t('Users.segments.history')}>
      <Note>{t('Users.segments.historyNote')}</Note>
      <Loaded query={query} height={height}>
        {({ points }) => <Chart points={points} />}
      </Loaded>
    </Section>
  );
}

function Chart({ points }: { points: readonly Point[] }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const locale = i18n.language;
  const scheme = useScheme();
  const title = t('Users.segments.history');
  const days = useMemo(() => points.map(({ day }) => day), [points]);
  const names = useMemo(() => {
    const period = { from: days[0] ?? '', to: days.at(-1) ?? '' };
    return nameBuckets(days, 'day', period, locale).long;
  }, [days, locale]);
  const [figure] = useMemo(
    () =>
      prepareFigures({
        type: 'users_graph',
        lines: [
          {
            id: 'users',
            name: 'users',
            unit: 'users',
            place: 0,
            values: points.map(({ count }) => count),
            total: null,
            before: null,
          },
        ],
        incomplete: null,
        scheme,
        locale,
        stacked: false,
        compare: false,
      }),
    [points, scheme, locale],
  );
  const ticksFor = useMemo(() => (width: number) => prepareTimeTicks(days, 'day', width, locale), [days, locale]);
  if (!figure || points.length === 0) return null;
  return (
    <>
      {points.length > 1 && (
        <TimeSeries
          figure={figure}
          count={points.length}
          ticksFor={ticksFor}
          tooltipFor={(index) =>
            prepareTooltip(figure, index, {
              type: 'users_graph',
              names,
              beforeNames: null,
              incomplete: null,
              scheme,
              locale,
              labelOf: () => t('Users.segments.users'),
              words: { total: t('Reports.chart.total'), points: t('Reports.points') },
            })
          }
          scheme={scheme}
          height={height}
          words={{
            label: t('Reports.chart.label', { title }),
            role: t('Reports.chart.role'),
            help: t('Reports.chart.help'),
            unfinished: t('Reports.chart.unfinished'),
            before: t('Reports.compare.before'),
          }}
        />
      )}
      <details className={classes.table} open={points.length === 1}>
        <summary>{t('Users.segments.historyTable')}</summary>
        <DataTable
          label={title}
          look="lines"
          columns={[
            {
              id: 'day',
              name: t('Users.segments.day'),
              isRowName: true,
              cell: (_, index) => names[points.length - 1 - index],
            },
            {
              id: 'count',
              name: t('Users.segments.users'),
              align: 'end',
              cell: ({ count }: Point) => format.number(count),
            },
          ]}
          rows={points.toReversed()}
          rowId={({ day }) => day}
        />
      </details>
    </>
  );
}
