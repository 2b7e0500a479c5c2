import type { Language } from '@botscope/contract';
import type { Mail } from './mail.ts';
import { escapeHtml, page } from './templates.ts';

/** Notices to an address that no longer receives the notifications of the account. */
export type Notice = 'account_exists' | 'email_changed' | 'account_deleted' | 'account_deleted_waiting';

const texts = {
  en: {
    account_exists: [
      'You already have a Botscope account',
      'Someone (perhaps you) tried to use this address for a Botscope account. It already has one: sign in, or choose "Forgot password". Nothing was changed.',
    ],
    email_changed: [
      'Your Botscope email was changed',
      'Your account now uses a different email; this address will no longer receive messages.',
    ],
    account_deleted: [
      'Your Botscope account has been deleted',
      'The account, its bots and their history have been deleted. The bots’ webhooks were restored.',
    ],
    account_deleted_waiting: [
      'Your Botscope account has been deleted',
      'The account has been deleted. Telegram did not respond when restoring the webhooks of these bots: {names}. Botscope will retry until it succeeds and then delete their history. Until then updates are delivered to the bots and visible to no one here.',
    ],
    foot: 'If this was not you, contact the operator of this installation immediately.',
  },
  ru: {
    account_exists: [
      'У вас уже есть аккаунт Botscope',
      'Кто-то (возможно, вы) указал этот адрес для аккаунта Botscope. С ним уже есть аккаунт: войдите или воспользуйтесь восстановлением пароля. Ничего не изменилось.',
    ],
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

/** The mail about a change, in the reader's language; `names` are those of the affected bots, if any. */
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
