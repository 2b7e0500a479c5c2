import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PageProgress } from './page-progress.tsx';
import classes from './root.module.css';

/** Around every page: the skip link, and the focus moves to the heading when the page changes. */
export function Root() {
  const { t } = useTranslation();
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        // A form that focuses its first field keeps it.
        if (document.activeElement instanceof HTMLInputElement) return;
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <>
      <a className={classes.skip} href="#content">
        {t('General.SkipToContent')}
      </a>
      <PageProgress />
      <Outlet />
    </>
  );
}
