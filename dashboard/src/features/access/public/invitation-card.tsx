import { useTranslation } from 'react-i18next';
import { useSession } from '../../../platform/session/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

/** Access that an invitation gives, with the way in; nothing without one. `instead`: the other page for visitors. */
export function InvitationCard({ instead }: { instead?: 'signin' | 'signup' }) {
  const { t, i18n } = useTranslation();
  const { invitation, user } = useSession();
  // One that no longer works has a notice of its own.
  if (invitation?.state !== 'pending') return null;
  const { invited_by: inviter, bot_name: bot, role, reports, email } = invitation;
  const names = new Intl.ListFormat(i18n.language).format(reports.map((type) => t(`Reports.titles.${type}`)));
  return (
    <Notice tone="good">
      {inviter === '' ? t('Auth.invitation.plain', { bot }) : t('Auth.invitation.by', { by: inviter, bot })}{' '}
      {role && t(`Auth.invitation.${role}`)}
      {!role && reports.length > 0 && t('Auth.invitation.reports', { count: reports.length, names })}{' '}
      {user === null && (email === null ? t('Auth.invitation.accept') : t('Auth.invitation.acceptAs', { email }))}{' '}
      {instead === 'signin' && (
        <TextLink to="/signin" search={true}>
          {t('Auth.invitation.haveAccount')}
        </TextLink>
      )}
      {instead === 'signup' && (
        <TextLink to="/signup" search={true}>
          {t('Auth.invitation.noAccount')}
        </TextLink>
      )}
    </Notice>
  );
}
