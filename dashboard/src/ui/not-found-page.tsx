import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { FriendlyPage } from './friendly-page.tsx';
import { PageFrameContext } from './page-frame.ts';

/** An address that no page answers to. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const { TopBar } = use(PageFrameContext);
  return (
    <>
      <TopBar title={t('General.NotFound.title')} crumbs={[]} />
      <FriendlyPage title={t('General.NotFound.title')} text={t('General.NotFound.text')}>
        <Button renderRoot={(props) => <Link to="/" {...props} />}>{t('General.GoHome')}</Button>
      </FriendlyPage>
    </>
  );
}
