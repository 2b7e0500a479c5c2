import type { ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/text-link.tsx';
import type { CommonView } from '../question/common-view.ts';
import { toSearch } from './home-report.ts';

/** From a part of the summary to its whole report, asked the same. */
export function ReportLink({ type, view }: { type: ReportType; view: CommonView }) {
  const { t } = useTranslation();
  return (
    <TextLink
      to="/reports/$typeReport"
      params={{ typeReport: type }}
      search={toSearch(view)}
      aria-label={`${t('Home.openReport')}: ${t(`Reports.titles.${type}`)}`}
    >
      {t('Home.openReport')}
    </TextLink>
  );
}
