import type { ReportType } from '@botscope/contract';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/text-link.tsx';

/** From a part of the summary to its whole report, with the same period. */
export function ReportLink({ type, period }: { type: ReportType; period: string }) {
  const { t } = useTranslation();
  return (
    <TextLink
      to="/reports/$typeReport"
      params={{ typeReport: type }}
      search={{ period }}
      aria-label={`${t('Home.openReport')}: ${t(`Reports.titles.${type}`)}`}
    >
      {t('Home.openReport')}
    </TextLink>
  );
}
