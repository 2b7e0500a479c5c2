import type { Language } from '@botscope/contract';
import { type CodePurpose, codeMail } from '../../platform/mail/templates.ts';
import { codeLife, type NewCode } from './code.ts';
import type { MailQueue } from './mail-queue.ts';

/** Page to which the link of a mail leads; a code that is requested on a page that stays open has none. */
const pages = {
  activation: 'activation',
  reset: 'reset-password',
  'new-email': 'profile',
  proof: null,
} as const satisfies Record<CodePurpose, string | null>;

/** The mails that carry codes. */
export function createCodeSender({ mailQueue, publicUrl }: { mailQueue: MailQueue; publicUrl: string }) {
  const mailFor = (language: Language, { email, digits, link, purpose }: NewCode) => {
    const page = pages[purpose];
    const values: Record<string, string> =
      purpose === 'new-email' ? { email_code: digits } : { code: link ?? '', email };
    return codeMail({
      purpose,
      to: email,
      language,
      code: digits,
      link: page === null ? null : `${publicUrl}/${page}?${new URLSearchParams({ ...values, lang: language })}`,
      minutes: codeLife.minutes,
    });
  };

  return {
    mailFor,
    /** Mails a code to its address. Does not wait. */
    send(language: Language, code: NewCode): void {
      mailQueue.add(code.email, () => mailFor(language, code));
    },
  };
}
export type CodeSender = ReturnType<typeof createCodeSender>;
