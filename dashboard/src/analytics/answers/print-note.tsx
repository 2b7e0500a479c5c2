import type { Report, ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { useCurrentBot } from '../../platform/session/session.ts';
import { questionWords } from '../question/question-words.ts';
import type { ReportView } from '../question/report-search.ts';
import classes from '../report-body.module.css';

/** On paper there are no menu and no filter bar: whose numbers these are, when and what was asked stand here instead. */
export function PrintNote({ type, view, report }: { type: ReportType; view: ReportView; report: Report }) {
  const { t, i18n } = useTranslation();
  const { bot } = useCurrentBot();
  const period = `${nameRange(report.period, i18n.language)} (${report.period.time_zone})`;
  const words = [bot && `@${bot.username}`, period, ...questionWords(type, view, report, t, i18n.language)];
  return <div className={classes.onPaper}>{words.filter(Boolean).join(' · ')}</div>;
}
