import type { Account } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { byOperator, recordAudit } from '../audit/audit.ts';
import { setAdmin } from './administrators.ts';
import type { NotifyAccount } from './caller.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import type { createRegister, NewAccount } from './register.ts';
import type { SecondFactor } from './second-factor.ts';
import { assertNotWeak } from './weak-password.ts';

/** The operator's actions on accounts; each is in the account's log as the operator's. Emails are in lower case. */
export interface OperatorActions {
  /** An account that is active at once. @throws EmailAddressAlready, WeakPassword */
  createAccount(question: Pick<NewAccount, 'email' | 'password'>): Promise<Account>;
  /** Sets the password and ends every session. @throws userNotFound, WeakPassword */
  setPassword(question: { email: string; password: string }): Promise<Account>;
  /** For an owner who has lost both the app and the recovery codes. @throws userNotFound */
  endSecondFactor(email: string): Promise<Account>;
  /** Whether the account runs the installation. @throws userNotFound, need_activate, LastAdministrator */
  setAdmin(email: string, isAdmin: boolean): Promise<Account>;
}

export function createOperatorActions(deps: {
  db: Metadata['db'];
  registrar: ReturnType<typeof createRegister>;
  secondFactor: Pick<SecondFactor, 'end'>;
  notify: NotifyAccount;
  now: () => number;
}): OperatorActions {
  const { db, registrar, secondFactor, notify, now } = deps;

  const loadRow = async (email: string) => {
    const row = await selectAccounts(db).where('email', '=', email).executeTakeFirst();
    if (!row) throw new AppError('userNotFound', { field: 'email' });
    return row;
  };
  const note = (accountKey: string, action: 'account_created' | 'password_changed' | 'totp_off'): Promise<void> =>
    recordAudit(db, { ...byOperator({ accountKey }), action, at: new Date(now()) });

  return {
    async createAccount({ email, password }) {
      assertNotWeak(password, { owner: [email], field: 'password' });
      const account = await registrar.create({ email, password, language: 'en' });
      await note(account.key, 'account_created');
      return account;
    },

    async setPassword({ email, password }) {
      const { telegram_name } = await loadRow(email);
      assertNotWeak(password, { owner: [email, telegram_name], field: 'password' });
      const account = await registrar.setPassword(email, password);
      await note(account.key, 'password_changed');
      await notify(account.key, { kind: 'account', code: 'password_changed', detail: '' });
      return account;
    },

    async endSecondFactor(email) {
      const { id } = await loadRow(email);
      await secondFactor.end(id);
      await note(id, 'totp_off');
      await notify(id, { kind: 'account', code: 'totp_off', detail: '' });
      return presentAccount(await loadRow(email));
    },

    async setAdmin(email, isAdmin) {
      await setAdmin(db, { email, isAdmin }, new Date(now()));
      return presentAccount(await loadRow(email));
    },
  };
}
