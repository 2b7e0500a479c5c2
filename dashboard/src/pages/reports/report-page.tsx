import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export function ReportPage() {
  const { t } = useTranslation();
  return <Page title={t('Reports.title')}>{null}</Page>;
}
