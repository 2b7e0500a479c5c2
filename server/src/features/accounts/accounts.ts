import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '@botscope/contract';
import type { Logger } from 'pino';
import { createAttempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mailer } from '../../platform/mail/mail.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { describeOrigin, originOf } from '../audit/audit.ts';
import { type AccountAudit, type Caller, createAccountAudit, type NotifyAccount } from './caller.ts';
import { createCodeSender } from './codes.ts';
import { createCredentials } from './credentials.ts';
import { createKeyring, type Keyring } from './keyring.ts';
import { createKnownDevices } from './known-devices.ts';
import { createMailQueue } from './mail-queue.ts';
import { createMailedCodes } from './mailed-codes.ts';
import { createOperatorActions, type OperatorActions } from './operator.ts';
import { createOwnCodes } from './own-codes.ts';
import { type Ceremony, createPasskeys } from './passkeys.ts';
import { password } from './password.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import { createProfile, type Profile } from './profile.ts';
import { createProve, type Prove } from './proof.ts';
import { createRegister } from './register.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessionIssuer, type SessionIssuer, type SignedIn, type SignInResult } from './session-issuer.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { createSignInWork, type SignInWork } from './sign-in-work.ts';
import { createSignUps } from './sign-ups.ts';
import { createTickets } from './tickets.ts';

export type { AccessChanges } from './access-changes.ts';
export { assertNotLastAdmin, lockWithAdmins } from './administrators.ts';
export { type Caller, createAccountAudit } from './caller.ts';
export { parseDevice, resolveVisitor } from './device.ts';
export type { OperatorActions } from './operator.ts';
export { password } from './password.ts';
export { callerOf, requireKey, setCookies } from './request-caller.ts';
export type { SignedIn, SignInResult } from './session-issuer.ts';
export { isTimeZone, timeZoneFor } from './time-zone.ts';

/**
 * Accounts and how owners sign in. Rejections are `AppError`s. Whatever sends a code answers the same, and as fast,
 * whether or not there is such an account: mails leave in the background.
 */
export interface Accounts
  extends SignIn,
    OperatorActions,
    Pick<SessionIssuer, 'openSession' | 'startSession' | 'adminIfFirst'> {
  readonly profile: Profile;
  readonly keyring: Keyring;
  readonly sessions: Sessions;
  readonly prove: Prove;
  /** Guards passwords of visitors while a crowd waits. */
  readonly signInWork: SignInWork;
  /** Ends what a sign-in with a `ticket` began. @throws InvalidTicket, InvalidCode, TooManyRequests */
  signInWithCode(question: { ticket: string; code: string }, caller: Caller): Promise<SignedIn>;
  beginPasskeySignIn(caller: Caller): Promise<Ceremony>;
  /** @throws WrongPasskey, TooManyRequests */
  signInByPasskey(question: { response: Ceremony; remember: boolean }, caller: Caller): Promise<SignInResult>;
  /** Ends the session; returns the cookies that make the browser forget it. */
  signOut(caller: Caller): Promise<string[]>;
  /** Ends every session, but this browser's unless `here`. Returns the cookies for that. */
  signOutEverywhere(account: Account, here: boolean, caller: Caller): Promise<string[]>;
  /** Ends one session of the account, from afar. @throws NotFound */
  endSession(account: Account, id: string, caller: Caller): Promise<void>;
  /** The account of a request, or null for a visitor. */
  session(headers: IncomingHttpHeaders): Promise<{ account: Account } | null>;
  byKey(key: string): Promise<Account | null>;
  byEmail(email: string): Promise<Account | null>;
  /** Oldest first. */
  list(): Promise<Account[]>;
  count(): Promise<number>;
  /** Resolves when the mails that are under way have left; for shutdown and tests. */
  settled(): Promise<void>;
}

function accountQueries(db: Metadata['db']): Pick<Accounts, 'byKey' | 'byEmail' | 'list' | 'count'> {
  return {
    async byKey(key) {
      const row = await selectAccounts(db).where('id', '=', key).executeTakeFirst();
      return row ? presentAccount(row) : null;
    },
    async byEmail(email) {
      const row = await selectAccounts(db).where('email', '=', email.toLowerCase()).executeTakeFirst();
      return row ? presentAccount(row) : null;
    },
    async list() {
      const rows = await selectAccounts(db).orderBy('created_at').orderBy('id').execute();
      return rows.map(presentAccount);
    },
    async count() {
      const countQuery = db.selectFrom('accounts').select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await countQuery.executeTakeFirstOrThrow()).count);
    },
  };
}

/** Ends of sessions, with their entries in the log. */
function sessionEnds(
  sessions: Sessions,
  audit: AccountAudit,
): Pick<Accounts, 'signOut' | 'signOutEverywhere' | 'endSession'> {
  return {
    async signOut(caller) {
      const currentSession = await sessions.find(caller.headers);
      if (currentSession) await audit(presentAccount(currentSession.account), caller, 'sign_out');
      return sessions.end(caller.headers);
    },
    async signOutEverywhere(account, includesCurrent, caller) {
      await sessions.endAll(account.key, caller.headers);
      await audit(account, caller, 'signed_out_everywhere');
      return includesCurrent ? sessions.end(caller.headers) : [];
    },
    async endSession(account, id, caller) {
      if (!(await sessions.endOne(account.key, id))) throw new AppError('NotFound');
      await audit(account, caller, 'session_ended');
    },
  };
}

export function createAccounts(deps: {
  metadata: Metadata;
  mailer: Pick<Mailer, 'send'>;
  secret: string;
  /** Address of the dashboard: links in mails lead there, https makes cookies Secure, passkeys belong to its host. */
  publicUrl: string;
  /** Idle time after which a session ends. */
  sessionIdleHours: number;
  logger: Logger;
  /** Gets each email that was proved; must neither throw nor be waited for. */
  emailKnown?: (account: Account) => void;
  /** Takes messages to owners: see notifications/notifications.ts. */
  notify?: NotifyAccount;
  /** Hears whose sessions were ended: what is open for them is looked at again. */
  sessionsEnded?: (accountKey: string) => void;
  now?: () => number;
}): Accounts {
  const { db } = deps.metadata;
  const now = deps.now ?? Date.now;
  const emailKnown = deps.emailKnown ?? (() => undefined);
  const notify = deps.notify ?? (async () => undefined);
  const sealer = createSealer(deps.secret);
  const mailQueue = createMailQueue(deps);
  const attempts = createAttempts(db, now);
  const codeSender = createCodeSender({ mailQueue, publicUrl: deps.publicUrl });
  const codes = createMailedCodes({ db, sealer, now });
  const devices = createKnownDevices(db, now);
  const audit = createAccountAudit({ db, notify, now });
  const credentials = createCredentials(db);
  const sessions = createSessions({
    db,
    secure: deps.publicUrl.startsWith('https:'),
    idleHours: deps.sessionIdleHours,
    ended: deps.sessionsEnded ?? (() => undefined),
    now,
  });
  const sessionIssuer = createSessionIssuer({ db, devices, sessions, tickets: createTickets(sealer, now), audit });
  const ownCodes = createOwnCodes({ db, sealer, now });
  const secondFactor = createSecondFactor({
    db,
    sealer,
    attempts,
    devices,
    recoveryCodeUsed: (key, caller) => {
      const place = describeOrigin(originOf({ ip: caller.address, headers: caller.headers }));
      return notify(key, { kind: 'account', code: 'recovery_code_used', detail: place });
    },
    now,
  });
  const passkeys = createPasskeys({ db, publicUrl: deps.publicUrl, now });
  const prove = createProve({ db, attempts, credentials, secondFactor, ownCodes, sessions, now });
  const { adminIfFirst } = sessionIssuer;
  const registrar = createRegister({ db, codes, credentials, devices, sessions, adminIfFirst, now });
  const parts = { db, attempts, codes, codeSender, credentials, devices, mailQueue, sessions, audit, emailKnown, now };
  const profile = createProfile({ ...parts, ownCodes, prove });
  const signInWork = createSignInWork({ secret: deps.secret, isCrowded: password.isCrowded, now });
  const signIn = createSignIn({ ...parts, signInWork, sessionIssuer, signUps: createSignUps(db, now) });
  const takePasskey = ({ address, device }: Caller): Promise<void> =>
    attempts.take(device === null ? { 'passkey:address': address } : { 'passkey:device': device });

  const reloadAccount = async (key: string): Promise<Account> => {
    const row = await selectAccounts(db).where('id', '=', key).executeTakeFirst();
    if (!row) throw new AppError('userNotFound');
    return presentAccount(row);
  };

  const keyring = createKeyring({ secondFactor, passkeys, prove, audit, fresh: reloadAccount });

  return {
    ...signIn,
    ...createOperatorActions({ db, registrar, secondFactor, notify, now }),
    openSession: sessionIssuer.openSession,
    startSession: sessionIssuer.startSession,
    adminIfFirst,
    profile,
    keyring,
    signInWork,
    sessions,
    prove,
    signInWithCode: (question, caller) => sessionIssuer.signInWithCode(question, caller, secondFactor.check),

    async beginPasskeySignIn(caller) {
      await takePasskey(caller);
      return passkeys.beginSignIn();
    },
    async signInByPasskey({ response, remember }, caller) {
      await takePasskey(caller);
      return sessionIssuer.openSession(await passkeys.signIn(response), caller, { remember, how: 'passkey' });
    },
    ...sessionEnds(sessions, audit),
    async session(headers) {
      const currentSession = await sessions.find(headers);
      return currentSession && { account: presentAccount(currentSession.account) };
    },
    ...accountQueries(db),

    settled: mailQueue.settled,
  };
}
