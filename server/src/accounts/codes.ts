import type { Logger } from 'pino';
import type { Mailer } from '../mail/mail.ts';
import { type CodePurpose, codeMail } from '../mail/templates.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Auth } from './auth.ts';
import { codeLife, linkCode, type NewCode } from './code.ts';
import { presentAccount } from './present-account.ts';

const pages = { activation: 'activation', reset: 'reset-password' } as const satisfies Record<CodePurpose, string>;
const types = { activation: 'email-verification', reset: 'forget-password' } as const;

export interface CodeSender {
  /** Mails a code to its owner, with a link to the page that takes it. Does not wait: whether there is a mail to send must not show in the time of an answer. */
  send(code: NewCode): void;
  /** Resolves when what is under way has left. */
  settled(): Promise<void>;
}

export function createCodeSender(deps: {
  db: Metadata['db'];
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
  logger: Logger;
}): CodeSender {
  const underWay = new Map<string, Promise<void>>();

  async function mail(code: NewCode): Promise<void> {
    const row = await deps.db.selectFrom('accounts').selectAll().where('email', '=', code.email).executeTakeFirst();
    if (!row) return;
    const query = new URLSearchParams({ code: linkCode(code.digits, row.id), email: code.email, lang: row.locale });
    await deps.mailer.send(
      codeMail({
        purpose: code.purpose,
        to: code.email,
        language: presentAccount(row).locale,
        code: code.digits,
        link: `${deps.publicUrl}/${pages[code.purpose]}?${query}`,
        minutes: codeLife.minutes,
      }),
    );
  }

  return {
    send(code) {
      // One after another for each person: the mail that arrives last is to carry the code that works.
      const sent = (underWay.get(code.email) ?? Promise.resolve())
        .then(() => mail(code))
        .catch((error: unknown) =>
          deps.logger.error({ err: error, purpose: code.purpose }, 'a code could not be mailed'),
        )
        .finally(() => {
          if (underWay.get(code.email) === sent) underWay.delete(code.email);
        });
      underWay.set(code.email, sent);
    },
    async settled() {
      await Promise.all(underWay.values());
    },
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
