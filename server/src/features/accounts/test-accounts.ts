import type { Account } from '@botscope/contract';
import { pino } from 'pino';
import { AppError } from '../../platform/errors.ts';
import type { Mail, Mailer } from '../../platform/mail/mail.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import type { Visitor } from './sign-in.ts';

/** Accounts on a store, with a mailbox that keeps what was sent and a clock that tests move. */
export interface TestAccounts {
  accounts: Accounts;
  clock: { now: number };
  /** The notifications, oldest first. */
  notified: { accountKey: string; code: string; detail: string }[];
  /** Accounts whose sessions were ended, oldest first. */
  ended: string[];
  /** Mails to this address, oldest first. */
  mailsTo(email: string): Promise<Mail[]>;
  /** The digits of the newest mail to this address. */
  codeOf(email: string): Promise<string>;
}

export function testAccounts(metadata: Metadata, publicUrl = 'http://localhost:8080'): TestAccounts {
  const mails: Mail[] = [];
  const mailer: Mailer = {
    delivery: 'smtp',
    send: async (mail) => void mails.push(mail),
    close() {},
  };
  const clock = { now: Date.now() };
  const notified: TestAccounts['notified'] = [];
  const endedAccounts: string[] = [];
  const accounts = createAccounts({
    metadata,
    mailer,
    secret: 's'.repeat(32),
    publicUrl,
    sessionIdleHours: 336,
    logger: pino({ level: 'silent' }),
    notify: async (accountKey, { code, detail }) => void notified.push({ accountKey, code, detail }),
    sessionsEnded: (accountKey) => void endedAccounts.push(accountKey),
    now: () => clock.now,
  });
  const mailsTo = async (email: string) => {
    await accounts.settled();
    return mails.filter((mail) => mail.to === email);
  };
  return {
    accounts,
    clock,
    notified,
    ended: endedAccounts,
    mailsTo,
    async codeOf(email) {
      const digits = /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[0];
      if (!digits) throw new Error(`No code was sent to ${email}`);
      return digits;
    },
  };
}

let owners = 0;

/** A new owner, at an address of their own. */
export function newOwner(): { email: string; caller: Visitor } {
  owners += 1;
  return {
    email: `owner-${owners}@example.com`,
    caller: {
      headers: { 'user-agent': 'test' },
      address: `10.0.${owners >> 8}.${owners & 255}`,
      device: `device-${owners}`,
    },
  };
}

/** A new owner whose browser is signed in: an active account with this password. */
export async function signedInOwner(
  { accounts }: Pick<TestAccounts, 'accounts'>,
  password = 'correct horse',
): Promise<{ account: Account; email: string; caller: Visitor }> {
  const { email, caller } = newOwner();
  const account = await accounts.createAccount({ email, password });
  const { cookies } = await accounts.openSession(account.key, caller, { remember: true, how: 'password' });
  return { account, email, caller: { ...caller, headers: { ...caller.headers, cookie: cookieOf(cookies) } } };
}

/** `in`, `done`, or the code (and field) of the error. */
export async function describeOutcome(work: Promise<unknown>): Promise<string> {
  try {
    return (await work) ? 'in' : 'done';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.field].filter(Boolean).join(' ');
  }
}

/** The `Cookie` header that a browser would send after these `Set-Cookie`s. */
export function cookieOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ');
}
