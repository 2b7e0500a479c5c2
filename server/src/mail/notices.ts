import type { Language } from '@botscope/contract';
import type { Mail } from './mail.ts';
import { escapeHtml, page } from './templates.ts';

/** What somebody is told at an address to which messages of the account no longer go. */
export type Notice = 'email_changed' | 'account_deleted' | 'account_deleted_waiting';

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
    account_deleted_waiting: [
      'Your Botscope account is deleted',
      'The account is deleted. Telegram did not answer when these bots were to get their webhooks back: {names}. We go on trying until it is done, and delete their history then; meanwhile updates go on to the bots, and nobody sees them here.',
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
    account_deleted_waiting: [
      'Ваш аккаунт Botscope удалён',
      'Аккаунт удалён. Telegram не ответил, когда мы возвращали вебхуки этим ботам: {names}. Мы продолжим попытки, пока не получится, и тогда удалим их историю; до этого обновления доходят до ботов, а здесь их никто не видит.',
    ],
    foot: 'Если это были не вы, сразу обратитесь к тому, кто управляет этой установкой.',
  },
} as const satisfies Record<Language, Record<Notice, readonly [subject: string, text: string]> & { foot: string }>;

/** The mail that tells of a change, in the reader's language; `names` are those of bots, where it names some. */
export function noticeMail(notice: Notice, to: string, language: Language, names: readonly string[] = []): Mail {
  const [subject, words] = texts[language][notice];
  const text = words.replace('{names}', names.join(', '));
  const { foot } = texts[language];
  return {
    to,
    subject,
    text: `${text}\n\n${foot}`,
    html: page(language, [`<p>${escapeHtml(text)}</p>`, `<p style="color:#52606d;font-size:.875rem">${foot}</p>`]),
  };
}
