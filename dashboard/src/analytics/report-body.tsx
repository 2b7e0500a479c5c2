import type { ReportType } from '@botscope/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailureCode } from '../platform/api/api-error.ts';
import { useFormat } from '../platform/i18n/format.ts';
import type { AnswerProps } from './answers/answer-props.ts';
import { SeriesAnswer } from './answers/series-answer.tsx';
import { hoursHeight } from './panel/hours.tsx';
import { PanelBody } from './panel/panel.tsx';
import { isTimeless, shapeOf, useViewedReport } from './question/ask-report.ts';
import type { ReportView } from './question/report-search.ts';
import type { ChangeAddress } from './question/use-address.ts';
import classes from './report-body.module.css';

// Most reports are lines over time: the other shapes come with the first of their kind.
const TableAnswer = lazy(async () => ({ default: (await import('./table/table-answer.tsx')).TableAnswer }));
const CohortAnswer = lazy(async () => ({ default: (await import('./cohorts/cohort-answer.tsx')).CohortAnswer }));

const chartHeight = 340;
const manyHeight = 460;
const severalAxes: readonly ReportType[] = [
  'active_users',
  'count_users',
  'users_graph',
  'conversions_summary',
  'web_sessions',
];

/** Headline, chart and table of one answer, by its shape. */
export function ReportBody(props: Omit<AnswerProps, 'report' | 'height'>) {
  const { type, bot, view, change } = props;
  const query = useViewedReport(type, bot.key, view);
  const height = isTimeless(type) ? hoursHeight : severalAxes.includes(type) ? manyHeight : chartHeight;
  const Answer = { series: SeriesAnswer, table: TableAnswer, cohorts: CohortAnswer }[shapeOf(type)];
  return (
    <PanelBody
      query={query}
      height={height + 132}
      waysOut={(code) => <WaysOut code={code} view={view} change={change} />}
    >
      {(report) => (
        <>
          {query.error && <Stale since={query.dataUpdatedAt} onRetry={() => query.refetch()} />}
          <Suspense>
            <Answer {...props} report={report} height={height} />
          </Suspense>
        </>
      )}
    </PanelBody>
  );
}

/** A page that stays open asks again every minute; when that fails, its numbers must not pass for those of now. */
function Stale({ since, onRetry }: { since: number; onRetry(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={classes.stale} role="status">
      {t('Reports.stale', { moment: format.moment(since) })}
      <Button variant="default" size="compact-xs" onClick={onRetry}>
        {t('General.Retry')}
      </Button>
    </div>
  );
}

const tooMuch: readonly FailureCode[] = ['QueryTooHeavy', 'PeriodTooLong', 'InternetUnavailable'];

/** What may help beside trying again: to ask for less, or for everybody. */
function WaysOut({ code, view, change }: { code: FailureCode; view: ReportView; change: ChangeAddress }) {
  const { t } = useTranslation();
  return (
    <>
      {tooMuch.includes(code) && view.period !== '7d' && view.period !== 'today' && (
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ period: '7d', detail: undefined, details: undefined })}
        >
          {t('Reports.teach.shorter')}
        </Button>
      )}
      {view.filter !== '' && (
        <Button variant="default" size="xs" onClick={() => change({ filter: undefined })}>
          {t('Reports.teach.removeFilter')}
        </Button>
      )}
    </>
  );
}
