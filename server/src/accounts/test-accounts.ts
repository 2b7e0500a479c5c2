import { pino } from 'pino';
import type { Mail, Mailer } from '../mail/mail.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { type Accounts, type Caller, createAccounts } from './accounts.ts';

/** Accounts on a store, with a mailbox that keeps what was sent and a clock that tests move. */
export interface TestAccounts {
  accounts: Accounts;
  clock: { now: number };
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
  const accounts = createAccounts({
    metadata,
    mailer,
    secret: 's'.repeat(32),
    publicUrl,
    logger: pino({ level: 'silent' }),
    now: () => clock.now,
  });
  const mailsTo = async (email: string) => {
    await accounts.settled();
    return mails.filter((mail) => mail.to === email);
  };
  return {
    accounts,
    clock,
    mailsTo,
    async codeOf(email) {
      const digits = /^\d{6}$/m.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[0];
      if (!digits) throw new Error(`No code was sent to ${email}`);
      return digits;
    },
  };
}

let people = 0;

/** Somebody new, at an address of their own. */
export function somebody(): { email: string; caller: Caller } {
  people += 1;
  return {
    email: `person-${people}@example.com`,
    caller: { headers: { 'user-agent': 'test' }, address: `10.0.${people >> 8}.${people & 255}` },
  };
}

/** The `Cookie` header that a browser would send after these `Set-Cookie`s. */
export function cookieOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ');
}
