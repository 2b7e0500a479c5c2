import type { Report, ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { questionWords } from './question-words.ts';
import classes from './report-body.module.css';
import type { ReportView } from './report-search.ts';

/** On paper there is no filter bar: what was asked stands under the headline instead. */
export function PrintNote({ type, view, report }: { type: ReportType; view: ReportView; report: Report }) {
  const { t, i18n } = useTranslation();
  const words = questionWords(type, view, report, t, i18n.language);
  return words.length > 0 && <div className={classes.onPaper}>{words.join(' · ')}</div>;
}
