import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { FailureCode } from '../platform/api/api-error.ts';
import { useFormat } from '../platform/i18n/format.ts';
import { Answer, heightOf } from './answer.tsx';
import type { AnswerProps, AnswerTools } from './answers/answer-props.ts';
import { PanelBody } from './panel/panel.tsx';
import { useViewedReport } from './question/report-query.ts';
import type { ReportView } from './question/report-search.ts';
import type { ChangeAddress } from './question/use-address.ts';
import classes from './report-body.module.css';

// Most reports have something to show.
const EmptyAnswer = lazy(async () => ({ default: (await import('./answers/empty-answer.tsx')).EmptyAnswer }));

interface ReportBodyProps extends Pick<AnswerProps, 'type' | 'title' | 'view'>, AnswerTools {}

/** The answer of a report, on its page. */
export function ReportBody({ type, title, view, ...tools }: ReportBodyProps) {
  const { bot, change } = tools;
  const query = useViewedReport(type, bot.key, view);
  const height = heightOf(type);
  return (
    <PanelBody
      query={query}
      height={height + 132}
      waysOut={(code) => <WaysOut code={code} view={view} change={change} />}
    >
      {(report) => (
        <>
          {query.error && <Stale since={query.dataUpdatedAt} onRetry={() => query.refetch()} />}
          <Answer
            type={type}
            title={title}
            view={view}
            report={report}
            height={height}
            empty={
              <Suspense fallback={<div style={{ minHeight: height }} />}>
                <EmptyAnswer type={type} bot={bot} view={view} change={change} minHeight={height} />
              </Suspense>
            }
            tools={tools}
          />
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

/** Buttons beside Retry: a shorter period, or no filter. */
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
