import type { Account } from '@botscope/contract';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import { noticeMail } from '../../platform/mail/notices.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { forgetTries, mailsTo, passwordTries } from './attempt-limits.ts';
import type { AccountAudit, Caller } from './caller.ts';
import type { LoginCodePurpose } from './code.ts';
import type { CodeSender } from './codes.ts';
import type { Credentials } from './credentials.ts';
import type { KnownDevices } from './known-devices.ts';
import type { MailQueue } from './mail-queue.ts';
import type { MailedCodes } from './mailed-codes.ts';
import { password as passwords } from './password.ts';
import { type AccountRow, languageOf, presentAccount, selectAccounts } from './present-account.ts';
import type { NewAccount } from './register.ts';
import type { SessionIssuer, SignInResult } from './session-issuer.ts';
import type { Sessions } from './sessions.ts';
import type { SignInWork } from './sign-in-work.ts';
import { createActiveAccount, forgetSignUps, type SignUpDraft, type SignUps } from './sign-ups.ts';
import { isTimeZone, timeZoneFor } from './time-zone.ts';
import { assertNotWeak } from './weak-password.ts';

/** An owner who is not signed in, in a browser that has a device cookie. */
export type Visitor = Caller & { device: string };

/**
 * Actions of a visitor. Answers, their time and the data written are the same whether or not there is an account with
 * the email; only mails differ, and those go to the mailbox.
 */
export interface SignIn {
  /** Keeps a sign-up and mails its code; an owner of an account with this email gets a notice instead. @throws WeakPassword, InvalidField, TooManyRequests, Overloaded */
  signUp(question: NewAccount & { work?: string | undefined }, caller: Visitor): Promise<void>;
  /** Mails a new code for the sign-up of this browser, or else for the newest. @throws TooManyRequests */
  sendActivation(email: string, caller: Visitor): Promise<void>;
  /** The code proves the email: makes the account of its sign-up and signs in. The email may be absent when the code is a link's. @throws InvalidCode, TooManyRequests */
  activate(question: { code: string; email?: string | undefined }, caller: Caller): Promise<SignInResult>;
  /** Without `remember` the session lasts until the browser closes, a day at most; with it, 30 days. @throws IncorrectUserPass, need_activate (a code was sent), TooManyRequests, Overloaded */
  signIn(
    question: { email: string; password: string; remember: boolean; work?: string | undefined },
    caller: Visitor,
  ): Promise<SignInResult>;
  /** Mails a code for a new password. @throws TooManyRequests */
  requestReset(email: string, caller: Visitor): Promise<void>;
  /** Sets the password (a sign-up that waits becomes an account with it) and ends every session. @throws InvalidCode, InvalidPassword, WeakPassword, TooManyRequests */
  resetPassword(question: { email: string; code: string; password: string }, caller: Caller): Promise<void>;
}

interface SignInDeps {
  db: Metadata['db'];
  attempts: Attempts;
  credentials: Credentials;
  codes: MailedCodes;
  codeSender: CodeSender;
  devices: KnownDevices;
  sessionIssuer: SessionIssuer;
  mailQueue: MailQueue;
  signUps: SignUps;
  signInWork: SignInWork;
  audit: AccountAudit;
  sessions: Pick<Sessions, 'endAll'>;
  emailKnown: (account: Account) => void;
  now: () => number;
}

/** Steps that several ways of signing in and up have in common. */
function signInSteps(deps: SignInDeps) {
  const { db, attempts, codes, codeSender, devices, sessionIssuer, mailQueue, audit, now } = deps;

  const findRow = (email: string) => selectAccounts(db).where('email', '=', email).executeTakeFirst();
  const takeMail = async (email: string, caller: Visitor, row: AccountRow | undefined): Promise<void> =>
    attempts.take(mailsTo(email, caller, await devices.isKnown(row?.id, caller.device)));

  /** Like `takeMail`; false over the limit. */
  const tryTakeMail = async (email: string, caller: Visitor, row: AccountRow | undefined): Promise<boolean> => {
    try {
      await takeMail(email, caller, row);
      return true;
    } catch (problem) {
      if (problem instanceof AppError && problem.code === 'TooManyRequests') return false;
      throw problem;
    }
  };

  /** Mails a code for a sign-up; the owner of an active account gets a notice of the attempt. */
  async function mailActivation(email: string, signUp: { id: string; locale: string } | null, caller: Visitor) {
    const code = await codes.issue({ purpose: 'activation', email, device: caller.device }, signUp?.id ?? null);
    mailQueue.add(email, async () => {
      const row = await findRow(email);
      if (row) return noticeMail('account_exists', email, languageOf(row));
      return signUp && codeSender.mailFor(languageOf(signUp), code);
    });
  }

  /** The email that a code proves. Only misses are counted: no stranger behind the same address is in the way. */
  async function takeCode(purpose: LoginCodePurpose, text: string, email: string | undefined, caller: Caller) {
    const match = await codes.take({ purpose, text, email, device: caller.device });
    if (match !== null) return match;
    await attempts.take({ 'code:address': caller.address });
    throw new AppError('InvalidCode', { field: 'code' });
  }

  /** Signs up with an email that was just proved. @throws InvalidCode if there is an account by now */
  async function open(draft: SignUpDraft, caller: Caller): Promise<Account> {
    const key = await createActiveAccount(db, draft, new Date(now())).catch((problem: unknown) => {
      const isTaken = problem instanceof AppError && problem.code === 'EmailAddressAlready';
      throw isTaken ? new AppError('InvalidCode', { field: 'code', cause: problem }) : problem;
    });
    await sessionIssuer.adminIfFirst(key);
    const row = await selectAccounts(db).where('id', '=', key).executeTakeFirstOrThrow();
    const account = presentAccount(row);
    await audit(account, caller, 'sign_up');
    deps.emailKnown(account);
    return account;
  }

  /** In the background: an unknown email gets no entry, and the answer must not take longer for a known one. */
  function auditFailure(row: AccountRow, caller: Caller): void {
    mailQueue.add(row.id, async () => {
      await audit(presentAccount(row), caller, 'sign_in_failed', { how: 'password' });
      return null;
    });
  }

  return { findRow, takeMail, tryTakeMail, mailActivation, takeCode, open, auditFailure };
}

export function createSignIn(deps: SignInDeps): SignIn {
  const {
    db,
    attempts,
    credentials,
    codes,
    codeSender,
    devices,
    sessionIssuer,
    mailQueue,
    signUps,
    signInWork,
    audit,
  } = deps;
  const { findRow, takeMail, tryTakeMail, mailActivation, takeCode, open, auditFailure } = signInSteps(deps);

  return {
    async signUp({ email, password, language, timeZone, work }, caller) {
      if (timeZone !== undefined && !isTimeZone(timeZone)) throw new AppError('InvalidField', { field: 'time_zone' });
      assertNotWeak(password, { owner: [email], field: 'password' });
      const row = await findRow(email);
      const isKnown = await devices.isKnown(row?.id, caller.device);
      if (!isKnown) signInWork.assertDone(work);
      await attempts.take({ 'sign-up:address': caller.address, ...mailsTo(email, caller, isKnown) });
      const place = { locale: language, time_zone: timeZoneFor(language, timeZone) };
      const id = await signUps.add({ email, password: await passwords.hash(password), ...place }, caller.device);
      await mailActivation(email, { id, locale: language }, caller);
    },

    async sendActivation(email, caller) {
      await takeMail(email, caller, await findRow(email));
      await mailActivation(email, await signUps.find(email, caller.device), caller);
    },

    async activate({ code, email }, caller) {
      const { signUp } = await takeCode('activation', code, email, caller);
      const draft = signUp === null ? undefined : await signUps.byId(signUp);
      if (draft === undefined) throw new AppError('InvalidCode', { field: 'code' });
      const { key } = await open({ ...draft, locale: languageOf(draft) }, caller);
      return sessionIssuer.startSession(key, caller, { remember: true, how: 'activation' });
    },

    async signIn({ email, password, remember, work }, caller) {
      const row = await findRow(email);
      const isKnown = await devices.isKnown(row?.id, caller.device);
      if (!isKnown) signInWork.assertDone(work);
      const tries = passwordTries(email, caller, isKnown);
      await attempts.take(tries);
      const hash = await credentials.hashOf(row?.id ?? '');
      if ((await credentials.verify(hash, password, isKnown)) && row) {
        await forgetTries(attempts, tries);
        return sessionIssuer.startSession(row.id, caller, { remember, how: 'password' });
      }
      // Checked for every wrong password, with an account or without: it takes as long.
      const signUp = await signUps.find(email, caller.device);
      if (await credentials.verify(signUp?.password ?? null, password, isKnown)) {
        // Over the limit the codes mailed before are still good: the answer stays the same.
        if (await tryTakeMail(email, caller, row)) await mailActivation(email, signUp, caller);
        throw new AppError('need_activate');
      }
      if (row) auditFailure(row, caller);
      throw new AppError('IncorrectUserPass');
    },

    async requestReset(email, caller) {
      await takeMail(email, caller, await findRow(email));
      const code = await codes.issue({ purpose: 'reset', email, device: caller.device }, null);
      mailQueue.add(email, async () => {
        const owner = (await findRow(email)) ?? (await signUps.find(email, caller.device));
        return owner ? codeSender.mailFor(languageOf(owner), code) : null;
      });
    },

    async resetPassword({ email: requested, code, password }, caller) {
      // First of all: a code is not to be used up for a password that is refused.
      assertNotWeak(password, { owner: [requested], field: 'password' });
      const { email } = await takeCode('reset', code, requested, caller);
      const row = await findRow(email);
      if (row === undefined) {
        const draft = await signUps.find(email, caller.device);
        if (draft === null) throw new AppError('InvalidCode', { field: 'code' });
        const place = { locale: languageOf(draft), time_zone: draft.time_zone };
        await open({ email, password: await passwords.hash(password), ...place }, caller);
        return;
      }
      await credentials.set(row.id, password);
      await deps.sessions.endAll(row.id);
      await devices.forget(row.id);
      await forgetSignUps(db, email);
      await forgetTries(attempts, passwordTries(email, caller, false));
      await audit(presentAccount(row), caller, 'password_reset');
    },
  };
}
