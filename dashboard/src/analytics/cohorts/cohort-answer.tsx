import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '../../ui/save-file.ts';
import { AnswerPanel } from '../answers/answer-panel.tsx';
import type { AnswerProps } from '../answers/answer-props.ts';
import { PrintNote } from '../answers/print-note.tsx';
import { ReportHeadline } from '../answers/report-headline.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { CohortGrid } from './cohort-grid.tsx';
import { prepareCohortCsv, prepareCohortRows } from './cohort-rows.ts';

/** Retention: groups of new users, and which share of each came back in the periods that followed. */
export function CohortAnswer({ type, title, view, report, empty, tools }: AnswerProps) {
  const { t, i18n } = useTranslation();
  const openUsers = tools?.openUsers;
  const locale = i18n.language;
  const { detail, period } = report;
  const cohortRows = prepareCohortRows(report.cohorts ?? { rows: [] }, { detail, period, locale });
  const mode = view.view === 'users' ? 'users' : 'share';
  const number = new Intl.NumberFormat(locale);
  const column = (index: number) => t(`Reports.cohorts.column.${detail}`, { number: number.format(index) });
  const returned = cohortRows.average[1] ?? null;
  const name = `${type}_${period.from}_${period.to}`;
  const words = { cohort: t('Reports.cohorts.cohort'), size: t('Reports.cohorts.size'), column };
  return (
    <AnswerPanel
      title={title}
      headline={
        <ReportHeadline
          number={returned === null ? null : (cohortRows.averageTexts[1] ?? null)}
          change={null}
          {...(returned === null ? {} : { what: t(`Reports.cohorts.returned.${detail}`) })}
          report={report}
        />
      }
      tools={
        tools &&
        cohortRows.users > 0 && (
          <>
            <SegmentedControl
              size="xs"
              aria-label={t('Reports.cohorts.mode')}
              value={mode}
              onChange={(choice) => tools.change({ view: choice }, { replace: true })}
              data={[
                { value: 'share', label: t('Reports.cohorts.share') },
                { value: 'users', label: t('Reports.cohorts.users') },
              ]}
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={t('Reports.csv.label')}
              onClick={() => saveCsv(`${name}.csv`, prepareCohortCsv(cohortRows, words))}
            >
              {t('Reports.csv.button')}
            </Button>
            <ExportMenu
              name={name}
              bot={tools.bot}
              picture={async () => {
                const { drawCohorts } = await import('../export/draw-cohorts.ts');
                return drawCohorts({ title, cohortRows, mode, words, type, view, report, t, locale });
              }}
            />
          </>
        )
      }
    >
      {tools && <PrintNote type={type} view={view} report={report} />}
      {cohortRows.users === 0 ? (
        empty
      ) : (
        <CohortGrid
          cohortRows={cohortRows}
          mode={mode}
          words={words}
          onOpen={
            openUsers &&
            ((row, index) => openUsers({ bucket: row, ...(index === null ? {} : { column: String(index) }) }))
          }
        />
      )}
    </AnswerPanel>
  );
}
