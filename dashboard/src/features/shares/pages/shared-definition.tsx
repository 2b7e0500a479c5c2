import { type Report, type ReportType, reportTypes, type SharedView } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { DefinitionNotes } from '../../../analytics/definition/definition-notes.tsx';
import classes from './share.module.css';

/** Explains in plain words how the numbers are counted: a reader has no documentation at hand. */
export function SharedDefinition({ view }: { view: Extract<SharedView, { locked: false }> }) {
  const { t } = useTranslation();
  return (
    <details className={classes.definition}>
      <summary>{t('Reports.how.button')}</summary>
      {view.reports.map(
        (report) =>
          isKnown(report.type_report) && (
            <OneDefinition key={report.type_report} type={report.type_report} report={report} />
          ),
      )}
    </details>
  );
}

function OneDefinition({ type, report }: { type: ReportType; report: Report }) {
  const { t } = useTranslation();
  return (
    <div>
      <h2>{t(`Reports.titles.${type}`)}</h2>
      <p>{t(`Reports.definitions.${type}`)}</p>
      {report.model && <p>{t(`Reports.how.models.${report.model}`)}</p>}
      <DefinitionNotes type={type} report={report} />
    </div>
  );
}

const isKnown = (type: string): type is ReportType => Object.hasOwn(reportTypes, type);
