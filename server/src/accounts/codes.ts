import { type CodePurpose, codeMail } from '../mail/templates.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Auth } from './auth.ts';
import { codeLife, type LoginCodePurpose, linkCode, type NewCode } from './code.ts';
import type { Post } from './post.ts';
import { languageOf } from './present-account.ts';

/** Where the link of a mail leads; a code that is asked for on a page that stays open has none. */
const pages = {
  activation: 'activation',
  reset: 'reset-password',
  'new-email': 'profile',
  proof: null,
} as const satisfies Record<CodePurpose, string | null>;
const types = { activation: 'email-verification', reset: 'forget-password' } as const;

/** Who gets a code. */
interface Recipient {
  id: string;
  locale: string;
}

export function createCodeSender({ db, post, publicUrl }: { db: Metadata['db']; post: Post; publicUrl: string }) {
  const mailFor = ({ id, locale }: Recipient, { email, digits, purpose }: NewCode) => {
    const page = pages[purpose];
    const values: Record<string, string> =
      purpose === 'new-email' ? { email_code: digits } : { code: linkCode(digits, id), email };
    return codeMail({
      purpose,
      to: email,
      language: languageOf({ locale }),
      code: digits,
      link: page === null ? null : `${publicUrl}/${page}?${new URLSearchParams({ ...values, lang: locale })}`,
      minutes: codeLife.minutes,
    });
  };

  return {
    /** Mails a code to the account that has its e-mail; none if nobody has. Does not wait. */
    send(code: NewCode): void {
      post.later(code.email, async () => {
        const row = await db.selectFrom('accounts').selectAll().where('email', '=', code.email).executeTakeFirst();
        return row ? mailFor(row, code) : null;
      });
    },
    /** Mails a code of this account to any address. Does not wait. */
    sendTo(recipient: Recipient, code: NewCode): void {
      post.later(code.email, () => mailFor(recipient, code));
    },
  };
}
export type CodeSender = ReturnType<typeof createCodeSender>;

/** Makes and sends a code; older ones of its kind become worthless, so that five tries are five however many were asked for. */
export async function newCode(auth: Auth, email: string, purpose: LoginCodePurpose): Promise<void> {
  await dropCodes(auth, email, purpose);
  await auth.api.sendVerificationOTP({ body: { email, type: types[purpose] } });
}

export async function dropCodes(auth: Auth, email: string, purpose: LoginCodePurpose): Promise<void> {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteVerificationByIdentifier(`${types[purpose]}-otp-${email}`);
}
