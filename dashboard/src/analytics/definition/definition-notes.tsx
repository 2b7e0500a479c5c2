import { hasTimeAxis, type Report, type ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { looksOf, type Note } from '../../charts/prepare/report-looks.ts';

/** Explains the terms of a definition, each where the definition uses it. */
export function DefinitionNotes({ type, report }: { type: ReportType; report: Report | undefined }) {
  const { t, i18n } = useTranslation();
  const gap = report?.session_gap_minutes;
  const describeNote = (note: Note): string => {
    if (note !== 'gap') return t(`Reports.how.${note}`);
    if (gap === undefined) return t('Reports.how.gapUnknown');
    return t('Reports.how.gap', { count: gap, number: new Intl.NumberFormat(i18n.language).format(gap) });
  };
  return (
    <>
      {looksOf(type).notes.map((note) => (
        <p key={note}>{describeNote(note)}</p>
      ))}
      {report && <p>{t('Reports.how.zone', { zone: report.period.time_zone })}</p>}
      <p>
        {hasTimeAxis(type) && `${t('Reports.how.unfinished')} `}
        {t('Reports.how.once')}
      </p>
    </>
  );
}
