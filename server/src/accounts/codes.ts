import type { Mailer } from '../mail/mail.ts';
import { type CodePurpose, codeMail } from '../mail/templates.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Auth } from './auth.ts';
import { codeLife, linkCode } from './code.ts';
import { presentAccount } from './present-account.ts';

const pages = { activation: 'activation', reset: 'restore-password' } as const satisfies Record<CodePurpose, string>;
const types = { activation: 'email-verification', reset: 'forget-password' } as const;

/** Makes the function that mails a code to its owner, with a link to the page that takes it. */
export function codeSender(deps: { db: Metadata['db']; mailer: Pick<Mailer, 'send'>; publicUrl: string }) {
  return async (code: { email: string; digits: string; purpose: CodePurpose }): Promise<void> => {
    const row = await deps.db.selectFrom('accounts').selectAll().where('email', '=', code.email).executeTakeFirst();
    if (!row) return;
    const query = new URLSearchParams({ code: linkCode(code.digits, row.id), email: row.email, lang: row.locale });
    await deps.mailer.send(
      codeMail({
        purpose: code.purpose,
        to: row.email,
        language: presentAccount(row).locale,
        code: code.digits,
        link: `${deps.publicUrl}/${pages[code.purpose]}?${query}`,
        minutes: codeLife.minutes,
      }),
    );
  };
}

/** Makes and sends a code; older ones of its kind become worthless, so that five tries are five however many were asked for. */
export async function newCode(auth: Auth, email: string, purpose: CodePurpose): Promise<void> {
  await dropCodes(auth, email, purpose);
  await auth.api.sendVerificationOTP({ body: { email, type: types[purpose] } });
}

export async function dropCodes(auth: Auth, email: string, purpose: CodePurpose): Promise<void> {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteVerificationByIdentifier(`${types[purpose]}-otp-${email}`);
}
