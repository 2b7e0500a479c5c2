import { IconMailPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import phone from '../../ui/icon-on-phone.module.css';
import classes from './set-email.module.css';

/** For an account that came by Telegram and has no email: without one there are no mails and no second way in. */
export function SetEmail() {
  const { t } = useTranslation();
  return (
    <Link to="/profile" search={{ tab: 'sign-in' }} className={classes.link} title={t('Shell.setEmail')}>
      <IconMailPlus size={18} stroke={1.6} aria-hidden />
      <span className={phone.words}>{t('Shell.setEmail')}</span>
    </Link>
  );
}
