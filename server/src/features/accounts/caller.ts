import type { IncomingHttpHeaders } from 'node:http';
import type { Account, AuditAction, NotificationCode } from '@botscope/contract';
import { deferCommit } from '../../platform/metadata/defer-commit.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { describeOrigin, isNewDevice, originOf, recordAudit } from '../audit/audit.ts';

/** Origin of a request: its headers (the cookie names the session) and the address it comes from. */
export interface Caller {
  headers: IncomingHttpHeaders;
  address: string;
  /** The browser, as the store names it (see device.ts); null for one without the cookie. */
  device: string | null;
}

/** The owner a log entry is about. */
type Owner = Pick<Account, 'key' | 'email' | 'tid'>;

/** Records what an account did with itself in the audit log, and notifies it if it must not go unnoticed. */
export type AccountAudit = (
  owner: Owner,
  caller: Caller,
  action: AuditAction,
  detail?: Readonly<Record<string, unknown>>,
) => Promise<void>;

/** Notifies an account of a change to itself. */
export type NotifyAccount = (
  accountKey: string,
  message: { kind: 'account'; code: NotificationCode<'account'>; detail: string },
) => Promise<void>;

const notified: ReadonlySet<AuditAction> = new Set<AuditAction & NotificationCode<'account'>>([
  'password_changed',
  'password_reset',
  'email_changed',
  'totp_on',
  'totp_off',
  'passkey_added',
  'passkey_removed',
  'signed_out_everywhere',
]);
const isNotified = (action: AuditAction): action is AuditAction & NotificationCode<'account'> => notified.has(action);

export function createAccountAudit({
  db,
  notify,
  now,
}: {
  db: Metadata['db'];
  notify: NotifyAccount;
  now: () => number;
}): AccountAudit {
  return async ({ key, email, tid }, caller, action, detail = {}) => {
    const origin = originOf({ ip: caller.address, headers: caller.headers });
    // The entries of before are what a device is compared with.
    const isNew = action === 'sign_in' && (await isNewDevice(db, key, origin));
    const actor = String(email ?? tid ?? '');
    const entry = { ...origin, accountKey: key, actor, botKey: null, action, detail, at: new Date(now()) };
    // Sign-ins are many; their sessions are no more durable.
    const isOften = action === 'sign_in' || action === 'sign_in_failed';
    await (isOften ? deferCommit(db, (transaction) => recordAudit(transaction, entry)) : recordAudit(db, entry));
    const code = isNew ? 'new_device' : isNotified(action) ? action : null;
    if (code !== null) await notify(key, { kind: 'account', code, detail: describeOrigin(origin) });
  };
}
