import type { Init, InvitationState, Language } from '@botscope/contract';
import type { Outcome } from './accept-invitation.ts';

type Notice = Init['notify'][number];

/** Notices about an invitation; the page itself describes a `pending` one. */
const texts: Record<Language, Record<Exclude<InvitationState, 'pending'>, (bot: string, by: string) => string>> = {
  en: {
    accepted: (bot, inviter) => `You now have access to @${bot}${inviter && `: ${inviter} invited you`}.`,
    already: (bot) => `You already have access to @${bot}.`,
    used: () => 'This invitation has already been used. Ask for a new one.',
    expired: () => 'This invitation has expired. Ask for a new one.',
    revoked: () => 'This invitation has been revoked.',
    lost: () => 'Your access has ended since you used this invitation. Ask for a new one.',
    other_email: () => 'This invitation is for another email. Sign in with the email that it was sent to.',
    unknown: () => 'Invitation not found. Check that the link is complete.',
  },
  ru: {
    accepted: (bot, inviter) => `Теперь у вас есть доступ к @${bot}${inviter && `: приглашение от ${inviter}`}.`,
    already: (bot) => `У вас уже есть доступ к @${bot}.`,
    used: () => 'Это приглашение уже использовано. Попросите новое.',
    expired: () => 'Срок этого приглашения истёк. Попросите новое.',
    revoked: () => 'Это приглашение отозвано.',
    lost: () => 'Вы уже приняли это приглашение, но с тех пор доступ прекращён. Попросите новое.',
    other_email: () => 'Это приглашение для другой почты. Войдите с почтой, на которую оно пришло.',
    unknown: () => 'Такого приглашения нет. Проверьте, что ссылка скопирована целиком.',
  },
};

/** A person who has lost access, or never had it, does not learn the name of the bot. */
export function buildNotice({ state, invitation }: Outcome, language: Language): Notice | null {
  if (state === 'pending') return null;
  const msg = texts[language][state](invitation?.botName ?? '', invitation?.by ?? '');
  return { msg, type: state === 'accepted' ? 'success' : state === 'already' ? 'info' : 'warning' };
}
