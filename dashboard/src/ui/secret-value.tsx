import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import classes from './secret-value.module.css';

/** An API key in the one moment when it can be seen. */
export function SecretValue({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.secret}>
      <div className={classes.row}>
        <output className={classes.value} aria-label={t('Bots.apiKey.label')}>
          {value}
        </output>
        <CopyButton value={value} label={t('Bots.apiKey.copy')} />
      </div>
      <span className={classes.note}>{t('Bots.apiKey.once')}</span>
    </div>
  );
}
