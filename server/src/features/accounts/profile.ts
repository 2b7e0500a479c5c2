import type { Account, Language, Proof } from '@botscope/contract';
import type { Updateable } from 'kysely';
import type { Attempts } from '../../platform/attempts.ts';
import { AppError } from '../../platform/errors.ts';
import { noticeMail } from '../../platform/mail/notices.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { AccountAudit, Caller } from './caller.ts';
import type { CodeSender } from './codes.ts';
import type { Credentials } from './credentials.ts';
import type { KnownDevices } from './known-devices.ts';
import type { MailQueue } from './mail-queue.ts';
import type { MailedCodes } from './mailed-codes.ts';
import type { OwnCodes } from './own-codes.ts';
import { type AccountRow, languageOf, presentAccount, selectAccounts } from './present-account.ts';
import type { Prove } from './proof.ts';
import type { Sessions } from './sessions.ts';
import { forgetSignUps } from './sign-ups.ts';
import { isTimeZone } from './time-zone.ts';
import { assertNotWeak } from './weak-password.ts';

type Change = Pick<Updateable<Tables['accounts']>, 'locale' | 'time_zone' | 'currency' | 'report_currency'>;

/** Changes that users make to their own account. */
export interface Profile {
  setLang(key: string, language: Language, caller: Caller): Promise<Account>;
  /** @throws InvalidField */
  setTimeZone(key: string, timeZone: string, caller: Caller): Promise<Account>;
  setCurrency(key: string, currency: string, caller: Caller): Promise<Account>;
  setReportCurrency(key: string, currency: string, caller: Caller): Promise<Account>;
  /** Mails a code for a `Proof` to the account's own address. @throws InvalidField (there is none), TooManyRequests */
  sendProofCode(key: string): Promise<void>;
  /** Mails a code to the new address; until it comes back nothing changes; another account that has the address is notified instead. @throws EmailAlready (it is its own), TooManyRequests, what `Prove` throws */
  setEmail(key: string, email: string, proof: Proof, caller: Caller): Promise<void>;
  /** The code proves the new address; the old one is notified. @throws InvalidCode, EmailAlready, TooManyRequests */
  confirmEmail(key: string, code: string, caller: Caller): Promise<Account>;
  /** Sets the password, or the first one; other sessions end. @throws InvalidPassword, WeakPassword, what `Prove` throws */
  setPassword(
    key: string,
    question: { current: string | undefined; next: string; proof: Proof },
    caller: Caller,
  ): Promise<Account>;
}

interface ProfileDeps {
  db: Metadata['db'];
  attempts: Attempts;
  credentials: Credentials;
  ownCodes: OwnCodes;
  codes: Pick<MailedCodes, 'drop'>;
  codeSender: CodeSender;
  devices: Pick<KnownDevices, 'forget' | 'remember'>;
  mailQueue: MailQueue;
  sessions: Sessions;
  prove: Prove;
  audit: AccountAudit;
  emailKnown: (account: Account) => void;
  now: () => number;
}

/** Mailed codes, and a new address that they prove. */
function emailChanges(
  deps: ProfileDeps,
  loadRow: (key: string) => Promise<AccountRow>,
): Pick<Profile, 'sendProofCode' | 'setEmail' | 'confirmEmail'> {
  const { db, attempts, ownCodes, audit, now } = deps;

  const findOwner = (email: string) => selectAccounts(db).where('email', '=', email).executeTakeFirst();
  return {
    async sendProofCode(key) {
      const row = await loadRow(key);
      if (row.email === null) throw new AppError('InvalidField', { field: 'email' });
      await attempts.take({ 'own-mail:account': key });
      const digits = await ownCodes.issue({ kind: 'proof', account: key }, '');
      deps.codeSender.send(languageOf(row), { email: row.email, digits, purpose: 'proof' });
    },

    async setEmail(key, email, proof, caller) {
      await deps.prove(key, proof, caller);
      const row = await loadRow(key);
      if (row.email === email) throw new AppError('EmailAlready', { field: 'email' });
      await attempts.take({ 'own-mail:account': key, 'own-mail:mailbox': { subject: email, asker: key } });
      const digits = await ownCodes.issue({ kind: 'new-email', account: key }, email);
      deps.mailQueue.add(email, async () => {
        // The owner of the address learns of it; the caller does not learn that it has an account.
        const owner = await findOwner(email);
        if (owner) return noticeMail('account_exists', email, languageOf(owner));
        return deps.codeSender.mailFor(languageOf(row), { email, digits, purpose: 'new-email' });
      });
    },

    async confirmEmail(key, code, caller) {
      await attempts.take({ 'own-code:account': key });
      const email = await ownCodes.take({ kind: 'new-email', account: key }, code);
      if (email === null) throw new AppError('InvalidCode', { field: 'code' });
      const before = await loadRow(key);
      const emailChange = db.transaction().execute(async (transaction) => {
        await forgetSignUps(transaction, email);
        await transaction
          .updateTable('accounts')
          .set({ email, email_verified: true, updated_at: new Date(now()) })
          .where('id', '=', key)
          .execute();
      });
      // Another account proved the same address in this moment.
      await emailChange.catch((error: unknown) => {
        throw isTwin(error) ? new AppError('EmailAlready', { field: 'email', cause: error }) : error;
      });
      const oldEmail = before.email;
      if (oldEmail !== null && oldEmail !== email) {
        await deps.codes.drop(oldEmail);
        // Messages to the account go to the new address from now on; its owner may read only the old one.
        deps.mailQueue.add(oldEmail, () => noticeMail('email_changed', oldEmail, languageOf(before)));
      }
      const account = presentAccount(await loadRow(key));
      await audit(account, caller, 'email_changed', { from: oldEmail, email });
      deps.emailKnown(account);
      return account;
    },
  };
}

export function createProfile(deps: ProfileDeps): Profile {
  const { db, attempts, credentials, audit, now } = deps;

  const loadRow = async (key: string): Promise<AccountRow> => {
    const row = await selectAccounts(db).where('id', '=', key).executeTakeFirst();
    if (!row) throw new AppError('userNotFound');
    return row;
  };
  const change = async (key: string, values: Change, caller: Caller): Promise<Account> => {
    await db
      .updateTable('accounts')
      .set({ ...values, updated_at: new Date(now()) })
      .where('id', '=', key)
      .execute();
    const account = presentAccount(await loadRow(key));
    await audit(account, caller, 'profile_changed', { field: Object.keys(values)[0] });
    return account;
  };

  return {
    setLang: (key, language, caller) => change(key, { locale: language }, caller),
    async setTimeZone(key, timeZone, caller) {
      if (!isTimeZone(timeZone)) throw new AppError('InvalidField', { field: 'time_zone' });
      return change(key, { time_zone: timeZone }, caller);
    },
    setCurrency: (key, currency, caller) => change(key, { currency }, caller),
    setReportCurrency: (key, currency, caller) => change(key, { report_currency: currency }, caller),
    ...emailChanges(deps, loadRow),

    async setPassword(key, { current, next, proof }, caller) {
      const row = await loadRow(key);
      if (row.has_password) {
        await attempts.take({ 'proof:account': key, 'proof:address': caller.address });
        if (!(await credentials.verify(await credentials.hashOf(key), current ?? ''))) {
          throw new AppError('InvalidPassword', { field: 'current_password' });
        }
        await attempts.forget('proof:account', key);
      } else {
        await deps.prove(key, proof, caller);
      }
      assertNotWeak(next, { owner: [row.email ?? '', row.telegram_name], field: 'new_password' });
      await credentials.set(key, next);
      await db
        .updateTable('accounts')
        .set({ updated_at: new Date(now()) })
        .where('id', '=', key)
        .execute();
      await deps.sessions.endAll(key, caller.headers);
      if (row.email !== null) await deps.codes.drop(row.email);
      await deps.devices.forget(key);
      await deps.devices.remember(key, caller.device);
      const account = presentAccount(await loadRow(key));
      await audit(account, caller, 'password_changed', { first: !row.has_password });
      return account;
    },
  };
}

/** True for the store's error about a violated unique index. */
const isTwin = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
