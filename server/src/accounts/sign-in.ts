import type { Account } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { Metadata } from '../metadata/open-metadata.ts';
import type { Attempts } from './attempts.ts';
import type { Auth } from './auth.ts';
import type { AccountAudit, Caller } from './caller.ts';
import { parseCode } from './code.ts';
import { dropCodes, newCode } from './codes.ts';
import type { Credentials } from './credentials.ts';
import type { Doors, Entered } from './doors.ts';
import type { Post } from './post.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import { ask, isRefusal } from './refusals.ts';
import type { NewAccount } from './register.ts';
import type { Sessions } from './sessions.ts';
import { isTimeZone } from './time-zone.ts';
import { assertNotWeak } from './weak-password.ts';

/** What a visitor may do. */
export interface SignIn {
  /** Makes an account and mails its code. Again for one never activated: a new code and password. @throws EmailAddressAlready, WeakPassword, InvalidField, TooManyRequests */
  signUp(question: NewAccount, caller: Caller): Promise<void>;
  /** Mails a new code to an account that is not active yet. @throws TooManyRequests */
  sendActivation(email: string, caller: Caller): Promise<void>;
  /** The code proves the e-mail: activates the account and signs in. The e-mail may be absent when the code is a link's. @throws InvalidCode, TooManyRequests */
  activate(question: { code: string; email?: string | undefined }, caller: Caller): Promise<Entered>;
  /** Not remembered: until the browser closes, a day at most; remembered: 30 days. @throws IncorrectUserPass, need_activate (a code was sent), password_not_set, TooManyRequests */
  signIn(question: { email: string; password: string; remember: boolean }, caller: Caller): Promise<Entered>;
  /** Mails a code for a new password. @throws TooManyRequests */
  requestReset(email: string, caller: Caller): Promise<void>;
  /** Sets the password, activates, and ends every session. @throws InvalidCode, InvalidPassword, WeakPassword, TooManyRequests */
  resetPassword(question: { email: string; code: string; password: string }, caller: Caller): Promise<void>;
}

export function createSignIn(deps: {
  db: Metadata['db'];
  auth: Auth;
  attempts: Attempts;
  credentials: Credentials;
  doors: Doors;
  post: Post;
  register: (question: NewAccount) => Promise<void>;
  audit: AccountAudit;
  sessions: Pick<Sessions, 'endAll'>;
  emailKnown: (account: Account) => void;
}): SignIn {
  const { db, auth, attempts, credentials, doors, audit } = deps;

  const rowBy = (column: 'email' | 'id', value: string) =>
    selectAccounts(db).where(column, '=', value).executeTakeFirst();

  /** The e-mail of the account that a code is for, and its digits. */
  async function readCode(question: { code: string; email?: string | undefined }, caller: Caller) {
    await attempts.take({ 'code:address': caller.address });
    const code = parseCode(question.code);
    const row =
      code && (code.account === null ? await rowBy('email', question.email ?? '') : await rowBy('id', code.account));
    // Codes go to mailboxes: who has none was sent none.
    if (!row || row.email === null) throw new AppError('InvalidCode', { field: 'code' });
    await attempts.take({ 'code:account': row.id });
    return { row, email: row.email, digits: code.digits };
  }

  async function mailCode(email: string, purpose: 'activation' | 'reset', caller: Caller): Promise<void> {
    await attempts.take({ 'mail:account': email, 'mail:address': caller.address });
    await newCode(auth, email, purpose);
  }

  return {
    async signUp(question, caller) {
      if (question.timeZone !== undefined && !isTimeZone(question.timeZone)) {
        throw new AppError('InvalidField', { field: 'time_zone' });
      }
      assertNotWeak(question.password, { owner: [question.email], field: 'password' });
      await attempts.take({ 'sign-up:address': caller.address });
      await deps.register(question);
      await mailCode(question.email, 'activation', caller);
    },

    async sendActivation(email, caller) {
      const row = await rowBy('email', email);
      // An active account gets no code: for it, the code would be a second way to sign in.
      if (row?.email_verified) await attempts.take({ 'mail:account': email, 'mail:address': caller.address });
      else await mailCode(email, 'activation', caller);
    },

    async activate(question, caller) {
      const { row, email, digits } = await readCode(question, caller);
      await ask(auth.api.verifyEmailOTP({ body: { email, otp: digits } }));
      await doors.adminIfFirst(row.id);
      const account = presentAccount(row);
      await audit(account, caller, 'sign_up');
      deps.emailKnown(account);
      return doors.enter(row.id, caller, { remember: true, how: 'activation' });
    },

    async signIn({ email, password, remember }, caller) {
      const pair = `${email} ${caller.address}`;
      await attempts.take({
        'sign-in:account+address': pair,
        'sign-in:account': email,
        'sign-in:address': caller.address,
      });
      const row = await rowBy('email', email);
      const hash = await credentials.hashOf(row?.id ?? '');
      const right = await credentials.verify(hash, password);
      if (!row) throw new AppError('IncorrectUserPass');
      if (hash === null) throw new AppError('password_not_set');
      if (!right) {
        // In the background: whoever has no account gets no entry, and the answer must not take longer for those who do.
        deps.post.later(row.id, async () => {
          await audit(presentAccount(row), caller, 'sign_in_failed', { how: 'password' });
          return null;
        });
        throw new AppError('IncorrectUserPass');
      }
      if (!row.email_verified) {
        // Over the limit the codes mailed before are still good: the answer stays the same.
        await mailCode(email, 'activation', caller).catch((problem: unknown) => {
          if (!isRefusal(problem, 'TooManyRequests')) throw problem;
        });
        throw new AppError('need_activate');
      }
      await attempts.forget('sign-in:account+address', pair);
      return doors.enter(row.id, caller, { remember, how: 'password' });
    },

    requestReset: (email, caller) => mailCode(email, 'reset', caller),

    async resetPassword({ password, ...question }, caller) {
      // First of all: who has an account must not show, and a code is not to be used up for a password that is refused.
      assertNotWeak(password, { owner: [question.email], field: 'password' });
      const { row, email, digits } = await readCode(question, caller);
      await ask(auth.api.resetPasswordEmailOTP({ body: { email, otp: digits, password } }));
      await deps.sessions.endAll(row.id);
      await dropCodes(auth, email, 'activation');
      await attempts.forget('sign-in:account+address', `${email} ${caller.address}`);
      await doors.adminIfFirst(row.id);
      await audit(presentAccount(row), caller, 'password_reset');
    },
  };
}
