import type { Account } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { adminIfFirst } from './administrators.ts';
import type { AccountAudit, Caller } from './caller.ts';
import type { KnownDevices } from './known-devices.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import type { Sessions } from './sessions.ts';
import type { createTickets } from './tickets.ts';

/** Way in which an account signed in, for the audit log. */
export type SignInWay = 'password' | 'activation' | 'telegram' | 'passkey' | 'second_factor';

/** The account is signed in: it, and the `Set-Cookie` values by which the browser remembers it. */
export interface SignedIn {
  account: Account;
  cookies: string[];
  ticket: null;
}

/** Signed in, or the second factor is needed: then the ticket says who has passed the first. */
export type SignInResult = SignedIn | { account: null; cookies: string[]; ticket: string };

export interface SessionIssuer {
  /** Signs in without asking for more. The session that this browser had ends. @throws userNotFound */
  openSession(accountKey: string, caller: Caller, options: { remember: boolean; how: SignInWay }): Promise<SignedIn>;
  /** Signs in, or asks for the second factor where the account has one. @throws userNotFound */
  startSession(
    accountKey: string,
    caller: Caller,
    options: { remember: boolean; how: SignInWay },
  ): Promise<SignInResult>;
  /** Ends what `startSession` began: `check` returns whether the code is right. @throws InvalidTicket, InvalidCode */
  signInWithCode(
    question: { ticket: string; code: string },
    caller: Caller,
    check: (accountKey: string, code: string, caller: Caller) => Promise<boolean>,
  ): Promise<SignedIn>;
  /** The first active account of an installation runs it. */
  adminIfFirst(accountKey: string): Promise<void>;
}

export function createSessionIssuer({
  db,
  devices,
  sessions,
  tickets,
  audit,
}: {
  db: Metadata['db'];
  devices: Pick<KnownDevices, 'remember'>;
  sessions: Sessions;
  tickets: ReturnType<typeof createTickets>;
  audit: AccountAudit;
}): SessionIssuer {
  const loadRow = async (key: string) => {
    const row = await selectAccounts(db).where('id', '=', key).executeTakeFirst();
    if (!row) throw new AppError('userNotFound');
    return row;
  };

  const openSession: SessionIssuer['openSession'] = async (key, caller, { remember, how }) => {
    const account = presentAccount(await loadRow(key));
    const cookies = await sessions.open(key, caller, remember);
    await devices.remember(key, caller.device);
    await audit(account, caller, 'sign_in', { how });
    return { account, cookies, ticket: null };
  };

  return {
    openSession,
    async startSession(key, caller, options) {
      const row = await loadRow(key);
      if (row.totp_at === null) return openSession(key, caller, options);
      const ticket = tickets.issue({ account: key, remember: options.remember, version: row.updated_at.getTime() });
      return { account: null, cookies: [], ticket };
    },
    async signInWithCode({ ticket: text, code }, caller, check) {
      const ticket = tickets.read(text);
      const row = ticket && (await selectAccounts(db).where('id', '=', ticket.account).executeTakeFirst());
      if (!row || row.totp_at === null || row.updated_at.getTime() !== ticket.version) {
        throw new AppError('InvalidTicket');
      }
      if (!(await check(row.id, code, caller))) {
        await audit(presentAccount(row), caller, 'sign_in_failed', { how: 'second_factor' });
        throw new AppError('InvalidCode', { field: 'code' });
      }
      return openSession(row.id, caller, { remember: ticket.remember, how: 'second_factor' });
    },
    adminIfFirst: (key) => adminIfFirst(db, key),
  };
}
