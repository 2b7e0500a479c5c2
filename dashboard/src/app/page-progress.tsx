import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page-progress.module.css';

/** After this time a bar alone looks like a page that hangs. */
const slowAfterMs = 5_000;

/** Progress of a page whose code is loading: a bar at once, and words after five seconds. */
export function PageProgress() {
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
