import type { Language } from '@botscope/contract';
import type { Mail } from './mail.ts';
import { escapeHtml, page } from './templates.ts';

/** What somebody is told at an address to which messages of the account no longer go. */
export type Notice = 'email_changed' | 'account_deleted';

const texts = {
  en: {
    email_changed: [
      'Your Botscope e-mail was changed',
      'Your account now has another e-mail; mails no longer go here.',
    ],
    account_deleted: [
      'Your Botscope account is deleted',
      'The account, its bots and their history are deleted. Webhooks were given back to the bots.',
    ],
    foot: 'If it was not you, ask whoever runs this installation for help at once.',
  },
  ru: {
    email_changed: [
      'Почта в Botscope изменена',
      'У вашего аккаунта теперь другая почта; сюда письма больше не приходят.',
    ],
    account_deleted: [
      'Ваш аккаунт Botscope удалён',
      'Аккаунт, его боты и их история удалены. Вебхуки возвращены ботам.',
    ],
    foot: 'Если это были не вы, сразу обратитесь к тому, кто управляет этой установкой.',
  },
} as const satisfies Record<Language, Record<Notice, readonly [subject: string, text: string]> & { foot: string }>;

/** The mail that tells of a change, in the reader's language. */
export function noticeMail(notice: Notice, to: string, language: Language): Mail {
  const [subject, text] = texts[language][notice];
  const { foot } = texts[language];
  return {
    to,
    subject,
    text: `${text}\n\n${foot}`,
    html: page(language, [`<p>${escapeHtml(text)}</p>`, `<p style="color:#52606d;font-size:.875rem">${foot}</p>`]),
  };
}
