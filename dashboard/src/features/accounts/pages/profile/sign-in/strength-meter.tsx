import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { estimateStrength, strengths } from './strength.ts';
import classes from './strength-meter.module.css';

/** Four bars and a word under a password that is being chosen. */
export function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  if (password === '') return null;
  const strength = estimateStrength(password);
  const level = strengths.indexOf(strength) + 1;
  return (
    <div className={classes.meter} data-strength={strength}>
      <span aria-hidden="true" className={classes.bars}>
        {strengths.map((name, index) => (
          <span key={name} data-lit={index < level || undefined} />
        ))}
      </span>
      <span role="status">
        <VisuallyHidden>{t('Profile.password.strength')}: </VisuallyHidden>
        {t(`Profile.password.strengths.${strength}`)}
      </span>
    </div>
  );
}
