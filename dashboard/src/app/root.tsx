import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './root.module.css';

/** After this time a bar alone looks like a page that hangs. */
const slowAfterMs = 5_000;

/** Progress of a page whose code is loading: a bar at once, and words after five seconds. */
function PageProgress() {
  const { t } = useTranslation();
  const loading = useRouterState({ select: (state) => state.isLoading });
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [loading]);
  return (
    <>
      {loading && (
        <div className={classes.track} data-print="hide" role="progressbar" aria-label={t('General.Loading')}>
          <div className={classes.bar} />
        </div>
      )}
      <div className={classes.slow} data-print="hide" role="status">
        {slow && t('General.StillLoading')}
      </div>
    </>
  );
}

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
