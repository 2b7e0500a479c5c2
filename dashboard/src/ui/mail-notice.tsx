import { useTranslation } from 'react-i18next';
import { useSession } from '../platform/session/session.ts';
import { Notice } from './notice.tsx';

/** Says where to find a code while the server has no way to send mails. */
export function MailNotice() {
  const { t } = useTranslation();
  const { mail } = useSession();
  return mail === 'log' ? <Notice tone="warn">{t('Auth.mailLog')}</Notice> : null;
}
