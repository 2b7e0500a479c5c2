import type { IncomingHttpHeaders } from 'node:http';
import type { Account, Language } from '@botscope/contract';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { Mailer } from '../mail/mail.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import { createAttempts } from './attempts.ts';
import { addressHeader, createAuth } from './auth.ts';
import { parseCode } from './code.ts';
import { createCodeSender, dropCodes, newCode } from './codes.ts';
import { presentAccount } from './present-account.ts';
import { ask, isRefusal } from './refusals.ts';
import { createRegister, type NewAccount } from './register.ts';
import { isTimeZone } from './time-zone.ts';

export type { Attempts } from './attempts.ts';

/** Who asks: the request's headers (its cookie names the session) and the address it comes from. */
export interface Caller {
  headers: IncomingHttpHeaders;
  address: string;
}

/** Somebody is in: the account, and the `Set-Cookie` values by which the browser remembers it. */
export interface SignedIn {
  account: Account;
  cookies: string[];
}

/**
 * People and how they get in. Refusals are `AppError`s. Whatever sends a code answers the same, and as fast, whether or
 * not there is such an account: mails leave in the background.
 */
export interface Accounts {
  /** Makes an account and mails its code. Again for one never activated: a new code and password. @throws EmailAddressAlready, InvalidField, TooManyRequests */
  signUp(question: NewAccount, caller: Caller): Promise<void>;
  /** Mails a new code to an account that is not active yet. @throws TooManyRequests */
  sendActivation(email: string, caller: Caller): Promise<void>;
  /** The code proves the e-mail: activates the account and signs in. The e-mail may be absent when the code is a link's. @throws InvalidCode, TooManyRequests */
  activate(question: { code: string; email?: string | undefined }, caller: Caller): Promise<SignedIn>;
  /** Not remembered: until the browser closes, a day at most; remembered: 30 days. @throws IncorrectUserPass, need_activate (a code was sent), password_not_set, TooManyRequests */
  signIn(question: { email: string; password: string; remember: boolean }, caller: Caller): Promise<SignedIn>;
  /** Ends the session; returns the cookies that make the browser forget it. */
  signOut(caller: Caller): Promise<string[]>;
  /** Whose request this is, or null for a visitor. */
  session(headers: IncomingHttpHeaders): Promise<{ account: Account } | null>;
  /** Mails a code for a new password. @throws TooManyRequests */
  requestReset(email: string, caller: Caller): Promise<void>;
  /** Sets the password, activates, and ends every session. @throws InvalidCode, InvalidPassword, TooManyRequests */
  resetPassword(question: { email: string; code: string; password: string }, caller: Caller): Promise<void>;
  setLang(key: string, language: Language): Promise<Account>;
  /** @throws InvalidField */
  setTimeZone(key: string, timeZone: string): Promise<Account>;
  /** Operator: an account that is active at once. @throws EmailAddressAlready */
  createAccount(question: { email: string; password: string }): Promise<Account>;
  /** Operator: sets the password, activates, and ends every session. @throws userNotFound */
  setPassword(question: { email: string; password: string }): Promise<Account>;
  byEmail(email: string): Promise<Account | null>;
  /** Oldest first. */
  list(): Promise<Account[]>;
  count(): Promise<number>;
  /** Resolves when the mails that are under way have left; for shutdown and tests. */
  settled(): Promise<void>;
}

export function createAccounts(deps: {
  metadata: Metadata;
  mailer: Mailer;
  secret: string;
  /** Where people reach the dashboard: links in mails lead there, and https makes cookies Secure. */
  publicUrl: string;
  logger: Logger;
  now?: () => number;
}): Accounts {
  const { db } = deps.metadata;
  const now = deps.now ?? Date.now;
  const attempts = createAttempts(db, now);
  const codes = createCodeSender({ ...deps, db });
  const auth = createAuth({ ...deps, sendCode: codes.send });
  const { register, overwrite } = createRegister({ db, auth });

  const rowBy = (column: 'email' | 'id', value: string) =>
    db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst();

  /** The e-mail of the account that a code is for, and its digits. */
  async function readCode(question: { code: string; email?: string | undefined }, caller: Caller) {
    await attempts.take({ 'code:address': caller.address });
    const code = parseCode(question.code);
    const row =
      code && (code.account === null ? await rowBy('email', question.email ?? '') : await rowBy('id', code.account));
    // Codes go to mailboxes: who has none was sent none.
    if (!row || row.email === null) throw new AppError('InvalidCode', { field: 'code' });
    await attempts.take({ 'code:account': row.id });
    return { email: row.email, digits: code.digits };
  }

  async function mailCode(email: string, purpose: 'activation' | 'reset', caller: Caller): Promise<void> {
    await attempts.take({ 'mail:account': email, 'mail:address': caller.address });
    await newCode(auth, email, purpose);
  }

  /** A fresh sign-in gets a fresh session; the one it replaces in this browser ends. */
  async function endSessionOf(caller: Caller): Promise<void> {
    const current = await auth.api.getSession({ headers: toHeaders(caller.headers) });
    if (current) await db.deleteFrom('sessions').where('token', '=', current.session.token).execute();
  }

  async function signInRefusal(error: unknown, email: string, caller: Caller): Promise<unknown> {
    if (isRefusal(error, 'need_activate')) {
      // Over the limit the codes mailed before are still good: the answer stays the same.
      await mailCode(email, 'activation', caller).catch((problem: unknown) => {
        if (!isRefusal(problem, 'TooManyRequests')) throw problem;
      });
      return error;
    }
    // Whatever is wrong with the name, an address or not, the answer is the same.
    if (!isRefusal(error, 'InvalidEmail') && !isRefusal(error, 'IncorrectUserPass')) return error;
    const credentials = db.selectFrom('accounts').leftJoin('credentials', 'credentials.account_id', 'accounts.id');
    const row = await credentials.select('credentials.password').where('email', '=', email).executeTakeFirst();
    return new AppError(row && row.password === null ? 'password_not_set' : 'IncorrectUserPass', { cause: error });
  }

  async function signedIn(email: string, headers: Headers): Promise<SignedIn> {
    const row = await rowBy('email', email);
    if (!row) throw new AppError('userNotFound');
    return { account: presentAccount(row), cookies: headers.getSetCookie() };
  }

  async function change(key: string, values: { locale?: Language; time_zone?: string }): Promise<Account> {
    const changed = db.updateTable('accounts').set({ ...values, updated_at: new Date(now()) });
    const row = await changed.where('id', '=', key).returningAll().executeTakeFirst();
    if (!row) throw new AppError('userNotFound');
    return presentAccount(row);
  }

  return {
    async signUp(question, caller) {
      if (question.timeZone !== undefined && !isTimeZone(question.timeZone)) {
        throw new AppError('InvalidField', { field: 'time_zone' });
      }
      await attempts.take({ 'sign-up:address': caller.address });
      await register(question);
      await mailCode(question.email, 'activation', caller);
    },

    async sendActivation(email, caller) {
      const row = await rowBy('email', email);
      // An active account gets no code: for it, the code would be a second way to sign in.
      if (row?.email_verified) await attempts.take({ 'mail:account': email, 'mail:address': caller.address });
      else await mailCode(email, 'activation', caller);
    },

    async activate(question, caller) {
      const { email, digits } = await readCode(question, caller);
      const body = { email, otp: digits };
      const { headers } = await ask(auth.api.verifyEmailOTP({ body, headers: addressOf(caller), returnHeaders: true }));
      await endSessionOf(caller);
      return signedIn(email, headers);
    },

    async signIn({ email, password, remember }, caller) {
      const pair = `${email} ${caller.address}`;
      await attempts.take({
        'sign-in:account+address': pair,
        'sign-in:account': email,
        'sign-in:address': caller.address,
      });
      try {
        const body = { email, password, rememberMe: remember };
        const { headers } = await ask(auth.api.signInEmail({ body, headers: addressOf(caller), returnHeaders: true }));
        await endSessionOf(caller);
        await attempts.forget('sign-in:account+address', pair);
        return signedIn(email, headers);
      } catch (error) {
        throw await signInRefusal(error, email, caller);
      }
    },

    async signOut(caller) {
      const { headers } = await auth.api.signOut({ headers: toHeaders(caller.headers), returnHeaders: true });
      return headers.getSetCookie();
    },

    async session(headers) {
      if (!headers.cookie) return null;
      const found = await auth.api.getSession({ headers: toHeaders(headers) });
      if (!found) return null;
      const { id, email, locale, timeZone } = found.user;
      return { account: presentAccount({ id, email, locale: locale ?? 'en', time_zone: timeZone ?? 'UTC' }) };
    },

    requestReset: (email, caller) => mailCode(email, 'reset', caller),

    async resetPassword({ password, ...question }, caller) {
      const { email, digits } = await readCode(question, caller);
      await ask(auth.api.resetPasswordEmailOTP({ body: { email, otp: digits, password } }));
      await dropCodes(auth, email, 'activation');
      await attempts.forget('sign-in:account+address', `${email} ${caller.address}`);
    },

    setLang: (key, language) => change(key, { locale: language }),

    async setTimeZone(key, timeZone) {
      if (!isTimeZone(timeZone)) throw new AppError('InvalidField', { field: 'time_zone' });
      return change(key, { time_zone: timeZone });
    },

    async createAccount({ email, password }) {
      await register({ email, password, language: 'en' });
      return overwrite(email, {});
    },

    setPassword: ({ email, password }) => overwrite(email, { password }),

    async byEmail(email) {
      const row = await rowBy('email', email.toLowerCase());
      return row ? presentAccount(row) : null;
    },

    async list() {
      const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(presentAccount);
    },

    async count() {
      const counted = db.selectFrom('accounts').select(({ fn }) => fn.countAll<number>().as('count'));
      return (await counted.executeTakeFirstOrThrow()).count;
    },

    settled: codes.settled,
  };
}

/** What the sign-in library needs of a request to find its session. */
function toHeaders(headers: IncomingHttpHeaders): Headers {
  return new Headers(headers.cookie ? { cookie: headers.cookie } : {});
}

/** For a new session: without the old cookie, whose "do not remember" would rub off. */
function addressOf(caller: Caller): Headers {
  return new Headers({ [addressHeader]: caller.address, 'user-agent': caller.headers['user-agent'] ?? '' });
}
