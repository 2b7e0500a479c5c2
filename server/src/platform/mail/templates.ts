import type { Language } from '@botscope/contract';
import type { Mail } from './mail.ts';

const texts = {
  en: {
    activation: {
      subject: (code: string) => `${code} is your Botscope code`,
      lead: 'Enter this code to activate your account:',
      button: 'Activate account',
      foot: 'If you did not sign up, ignore this email: the account cannot be activated without the code.',
    },
    reset: {
      subject: (code: string) => `${code}: reset your Botscope password`,
      lead: 'Enter this code to set a new password:',
      button: 'Set a new password',
      foot: 'If you did not request this, ignore this email: your password stays the same.',
    },
    'new-email': {
      subject: (code: string) => `${code}: confirm your email for Botscope`,
      lead: 'Enter this code in your profile to use this email for your account:',
      button: 'Open profile',
      foot: 'If you did not request this, ignore this email: someone may have mistyped their address.',
    },
    proof: {
      subject: (code: string) => `${code}: confirm your identity`,
      lead: 'Enter this code to confirm a change of your Botscope account:',
      button: '',
      foot: 'If this was not you, someone else is signed in to your account: sign out all other devices in your profile.',
    },
    life: (minutes: number) => `The code works once, within ${minutes} minutes.`,
    link: 'Or open this page:',
  },
  ru: {
    activation: {
      subject: (code: string) => `${code} — ваш код Botscope`,
      lead: 'Введите этот код, чтобы активировать аккаунт:',
      button: 'Активировать аккаунт',
      foot: 'Если вы не регистрировались, просто не обращайте внимания на это письмо: без кода аккаунт останется закрытым.',
    },
    reset: {
      subject: (code: string) => `${code} — новый пароль Botscope`,
      lead: 'Введите этот код, чтобы задать новый пароль:',
      button: 'Задать новый пароль',
      foot: 'Если вы этого не просили, просто не обращайте внимания на это письмо: пароль останется прежним.',
    },
    'new-email': {
      subject: (code: string) => `${code} — подтвердите почту для Botscope`,
      lead: 'Введите этот код в профиле, чтобы привязать эту почту к аккаунту:',
      button: 'Открыть профиль',
      foot: 'Если вы этого не просили, не обращайте внимания на это письмо: возможно, кто-то ошибся адресом.',
    },
    proof: {
      subject: (code: string) => `${code} — подтвердите, что это вы`,
      lead: 'Введите этот код, чтобы подтвердить изменение в аккаунте Botscope:',
      button: '',
      foot: 'Если вы ничего не меняете, значит, в ваш аккаунт вошёл кто-то другой: завершите остальные сессии в профиле.',
    },
    life: (minutes: number) => `Код действует один раз, в течение ${minutes} минут.`,
    link: 'Или откройте страницу:',
  },
} as const;

/** Why a code is sent. */
export type CodePurpose = 'activation' | 'reset' | 'new-email' | 'proof';

/** The mail that carries a code, as text and HTML, in the reader's language. `link` leads to the page that takes it; null where that page is open already. */
export function codeMail(question: {
  purpose: CodePurpose;
  to: string;
  language: Language;
  code: string;
  link: string | null;
  minutes: number;
}): Mail {
  const { code, link, minutes, to } = question;
  const common = texts[question.language];
  const words = common[question.purpose];
  const life = common.life(minutes);
  return {
    to,
    validMinutes: minutes,
    subject: words.subject(code),
    text: [words.lead, code, life, ...(link === null ? [] : [`${common.link} ${link}`]), words.foot].join('\n\n'),
    html: page(question.language, [
      `<p>${words.lead}</p>`,
      `<p style="font-size:2rem;letter-spacing:.3rem;font-weight:600">${escapeHtml(code)}</p>`,
      `<p>${life}</p>`,
      ...(link === null
        ? []
        : [
            `<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:.7rem 1.2rem;border-radius:.4rem;background:#0f766e;color:#fff;text-decoration:none">${words.button}</a></p>`,
          ]),
      `<p style="color:#52606d;font-size:.875rem">${words.foot}</p>`,
    ]),
  };
}

/** The HTML of a mail around its paragraphs. */
export function page(language: Language, paragraphs: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head>
<body style="font-family:system-ui,sans-serif;color:#1f2933;background:#fff;max-width:32rem;margin:2rem auto;padding:0 1rem">
${paragraphs.join('\n')}
</body></html>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
