import { useTranslation } from 'react-i18next';
import { useSession } from '../../shell/session.ts';
import { Notice } from '../../ui/notice.tsx';

/** What an invitation's link gives, and that one must sign in for it; nothing for whoever came without. */
export function InvitationCard() {
  const { t } = useTranslation();
  const { invitation, user } = useSession();
  // One that no longer works is told by a notice of its own.
  if (invitation?.state !== 'pending') return null;
  const { invited_by: by, bot_name: bot, role, reports, email } = invitation;
  return (
    <Notice tone="good">
      {by === '' ? t('Auth.invitation.plain', { bot }) : t('Auth.invitation.by', { by, bot })}{' '}
      {role && t(`Auth.invitation.${role}`)}
      {!role && reports.length > 0 && t('Auth.invitation.reports', { count: reports.length })}{' '}
      {user === null && (email === null ? t('Auth.invitation.accept') : t('Auth.invitation.acceptAs', { email }))}
    </Notice>
  );
}
