import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page.tsx';

export function HomePage() {
  const { t } = useTranslation();
  return <Page title={t('Home.title')}>{null}</Page>;
}
