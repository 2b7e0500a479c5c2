import type { ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/text-link.tsx';
import type { AskedView } from '../question/asked-view.ts';
import { searchOf } from './ask-home.ts';

/** From a part of the summary to its whole report, asked the same. */
export function ReportLink({ type, view }: { type: ReportType; view: AskedView }) {
  const { t } = useTranslation();
  return (
    <TextLink
      to="/reports/$typeReport"
      params={{ typeReport: type }}
      search={searchOf(view)}
      aria-label={`${t('Home.openReport')}: ${t(`Reports.titles.${type}`)}`}
    >
      {t('Home.openReport')}
    </TextLink>
  );
}
