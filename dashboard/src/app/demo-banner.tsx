import { useTranslation } from 'react-i18next';
import { useDemo } from '../platform/session/demo.ts';
import { useCurrentBot } from '../platform/session/session.ts';
import classes from './demo-banner.module.css';

/** Above everything while the demo bot is active; the whole of it ends the demo. */
export function DemoBanner() {
  const { t } = useTranslation();
  const { demo } = useCurrentBot();
  const { end } = useDemo();
  if (!demo) return null;
  return (
    <button type="button" className={classes.banner} data-print="hide" onClick={end}>
      <span>{t('Shell.demoBanner')}</span> <span className={classes.end}>{t('Shell.demoEnd')}</span>
    </button>
  );
}
