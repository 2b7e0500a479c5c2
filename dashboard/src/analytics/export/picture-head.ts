import type { Report, ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { nameRange } from '../../charts/prepare/buckets.ts';
import { questionWords } from '../question/question-words.ts';
import type { ReportView } from '../question/report-search.ts';

interface PictureHead {
  title: string;
  /** Below it: the period with its zone, what it is compared with, then what was asked. */
  lines: string[];
}

/** Describes the report inside its picture, which leaves the page that explains it. */
export function pictureHead(
  question: { type: ReportType; title: string; view: ReportView; report: Report; compare: boolean },
  t: TFunction,
  locale: string,
): PictureHead {
  const { type, title, view, report, compare } = question;
  const period = `${nameRange(report.period, locale)} · ${report.period.time_zone}`;
  const dotted = report.compare && t('Reports.comparison.dotted', { period: nameRange(report.compare.period, locale) });
  return {
    title,
    lines: [compare && dotted ? `${period} · ${dotted}` : period, ...questionWords(type, view, report, t, locale)],
  };
}
