import type { Report, ReportType } from '@botscope/contract';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { chooseLines, firstNames, mostInDemo, prepareLines } from '../../charts/prepare/lines.ts';
import { traitsOf } from '../../charts/prepare/report-traits.ts';
import { EmptyBlock } from '../../charts/report/empty-block.tsx';
import { Figures } from '../../charts/report/figures.tsx';
import { Hours, hoursHeight } from '../../charts/report/hours.tsx';
import { PanelBody } from '../../charts/report/panel.tsx';
import { useCurrentBot } from '../../shell/session.ts';
import { isTimeless, useViewedReport } from './ask-report.ts';
import { LineChoice } from './line-choice.tsx';
import classes from './report-body.module.css';
import { ReportHeadline } from './report-headline.tsx';
import { type ReportView, readLines, writeLines } from './report-search.ts';
import { ReportTable } from './report-table.tsx';

interface ReportBodyProps {
  type: ReportType;
  bot: string;
  title: string;
  view: ReportView;
  change(parts: Record<string, string | undefined>): void;
}

const chartHeight = 340;
const manyHeight = 460;
const severalAxes: readonly ReportType[] = ['active_users', 'count_users', 'users_graph'];

/** Headline, lines, chart and table of one answer. */
export function ReportBody(props: ReportBodyProps) {
  const { type, bot, view } = props;
  const query = useViewedReport(type, bot, view);
  const height = isTimeless(type) ? hoursHeight : severalAxes.includes(type) ? manyHeight : chartHeight;
  return (
    <PanelBody query={query} height={height + 132}>
      {(report) => <Answer {...props} report={report} height={height} />}
    </PanelBody>
  );
}

function Answer({ type, title, view, change, report, height }: ReportBodyProps & { report: Report; height: number }) {
  const { t, i18n } = useTranslation();
  const { demo } = useCurrentBot();
  const all = useMemo(() => {
    const lines = prepareLines(report);
    return demo && traitsOf(type).named ? firstNames(lines, mostInDemo) : lines;
  }, [report, demo, type]);
  const wanted = writeLines(view.lines) ?? '';
  // By its text: the list itself is a new one at every render, and a new choice draws the chart anew.
  const lines = useMemo(() => chooseLines(type, all, readLines(wanted)), [type, all, wanted]);
  const compare = view.compare !== null && report.compare !== undefined;
  const mayStack = traitsOf(type).additive && !isTimeless(type) && !compare && lines.length > 1;
  const stacked = mayStack && view.view !== 'lines';
  const empty = all.every((line) => line.total === null || line.total === 0) && all.every(isStill);
  return (
    <>
      <section className={classes.panel} aria-label={title}>
        <div className={classes.head}>
          <ReportHeadline type={type} report={report} lines={all} />
          {mayStack && (
            <SegmentedControl
              size="xs"
              aria-label={t('Reports.view.label')}
              value={stacked ? 'stacked' : 'lines'}
              onChange={(chosen) => change({ view: chosen })}
              data={(['stacked', 'lines'] as const).map((value) => ({ value, label: t(`Reports.view.${value}`) }))}
            />
          )}
        </div>
        {isTimeless(type) ? (
          <Hours report={report} />
        ) : (
          <>
            {all.length > 1 && (
              <LineChoice
                type={type}
                all={all}
                chosen={lines}
                onChange={(names) => change({ lines: writeLines(names) })}
              />
            )}
            {compare && report.compare && !empty && (
              <div className={classes.note}>
                {t('Reports.compare.dotted', { period: nameRange(report.compare.period, i18n.language) })}
              </div>
            )}
            {empty ? (
              <EmptyBlock title={t('Reports.empty.title')} text={t('Reports.empty.text')} minHeight={height} />
            ) : (
              <Figures
                type={type}
                report={report}
                lines={lines}
                stacked={stacked}
                compare={compare}
                title={title}
                height={height}
              />
            )}
          </>
        )}
      </section>
      {!empty && <ReportTable type={type} report={report} lines={lines} compare={compare ? view.compare : null} />}
    </>
  );
}

const isStill = (line: { values: readonly (number | null)[] }): boolean =>
  line.values.every((value) => value === null || value === 0);
