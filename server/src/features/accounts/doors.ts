import type { Account } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { adminIfFirst } from './administrators.ts';
import type { AccountAudit, Caller } from './caller.ts';
import type { KnownDevices } from './known-devices.ts';
import { presentAccount, selectAccounts } from './present-account.ts';
import type { Sessions } from './sessions.ts';
import type { createTickets } from './tickets.ts';

/** By what somebody got in; the audit log tells. */
export type SignInWay = 'password' | 'activation' | 'telegram' | 'passkey' | 'second_factor';

/** Somebody is in: the account, and the `Set-Cookie` values by which the browser remembers it. */
export interface SignedIn {
  account: Account;
  cookies: string[];
  ticket: null;
}

/** In, or before the second door: then the ticket says who has passed the first. */
export type Entered = SignedIn | { account: null; cookies: string[]; ticket: string };

export interface Doors {
  /** Signs in without asking for more. The session that this browser had ends. @throws userNotFound */
  openSession(accountKey: string, caller: Caller, options: { remember: boolean; how: SignInWay }): Promise<SignedIn>;
  /** Signs in, or asks for the second factor where the account has one. @throws userNotFound */
  enter(accountKey: string, caller: Caller, options: { remember: boolean; how: SignInWay }): Promise<Entered>;
  /** Ends what `enter` began: `check` tells whether the code is right. @throws InvalidTicket, InvalidCode */
  enterWithCode(
    question: { ticket: string; code: string },
    caller: Caller,
    check: (accountKey: string, code: string, caller: Caller) => Promise<boolean>,
  ): Promise<SignedIn>;
  /** The first active account of an installation runs it. */
  adminIfFirst(accountKey: string): Promise<void>;
}

export function createDoors({
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
}): Doors {
  const rowOf = async (key: string) => {
    const row = await selectAccounts(db).where('id', '=', key).executeTakeFirst();
    if (!row) throw new AppError('userNotFound');
    return row;
  };

  const openSession: Doors['openSession'] = async (key, caller, { remember, how }) => {
    const account = presentAccount(await rowOf(key));
    const cookies = await sessions.open(key, caller, remember);
    await devices.remember(key, caller.device);
    await audit(account, caller, 'sign_in', { how });
    return { account, cookies, ticket: null };
  };

  return {
    openSession,
    async enter(key, caller, options) {
      const row = await rowOf(key);
      if (row.totp_at === null) return openSession(key, caller, options);
      const ticket = tickets.issue({ account: key, remember: options.remember, version: row.updated_at.getTime() });
      return { account: null, cookies: [], ticket };
    },
    async enterWithCode({ ticket: text, code }, caller, check) {
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
