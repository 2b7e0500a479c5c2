import { Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReportHeadline } from '../../../analytics/answers/report-headline.tsx';
import { CohortGrid } from '../../../analytics/cohorts/cohort-grid.tsx';
import { prepareTriangle } from '../../../analytics/cohorts/triangle.ts';
import classes from '../../../analytics/report-body.module.css';
import type { SharedAnswerProps } from './shared-answer-props.ts';
import { SharedEmpty } from './shared-empty.tsx';

/** Groups of new people, and which share of each came back: counts of people, never who. */
export function SharedCohorts({ report, title, view }: SharedAnswerProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const { detail, period } = report;
  const triangle = prepareTriangle(report.cohorts ?? { rows: [] }, { detail, period, locale });
  if (triangle.people === 0) return <SharedEmpty title={title} minHeight={340} />;
  const number = new Intl.NumberFormat(locale);
  const returned = triangle.average[1] ?? null;
  return (
    <section className={classes.panel} aria-label={title}>
      <Flex rowGap={8} columnGap={16} wrap="wrap" align="flex-start" justify="space-between" mb={12}>
        <ReportHeadline
          number={returned === null ? null : (triangle.averageTexts[1] ?? null)}
          change={null}
          {...(returned === null ? {} : { what: t(`Reports.cohorts.returned.${detail}`) })}
          report={report}
        />
      </Flex>
      <CohortGrid
        triangle={triangle}
        mode={view.view === 'people' ? 'people' : 'share'}
        words={{
          cohort: t('Reports.cohorts.cohort'),
          size: t('Reports.cohorts.size'),
          column: (at) => t(`Reports.cohorts.column.${detail}`, { number: number.format(at) }),
        }}
        onOpen={undefined}
      />
    </section>
  );
}
