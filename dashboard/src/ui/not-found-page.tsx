import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TopBar } from '../app/top-bar/top-bar.tsx';
import { FriendlyPage } from './friendly-page.tsx';

/** An address that no page answers to. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <>
      <TopBar title={t('General.NotFound.title')} crumbs={[]} />
      <FriendlyPage title={t('General.NotFound.title')} text={t('General.NotFound.text')}>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('General.GoHome')}</Button>
      </FriendlyPage>
    </>
  );
}
