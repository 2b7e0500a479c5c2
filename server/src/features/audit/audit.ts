import type { IncomingHttpHeaders } from 'node:http';
import { type Account, type AuditAction, deviceName, operatorActor } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';

/** Actor of an action, its bot and its origin. */
export interface AuditSubject {
  /** Account of the log. Null: no user was signed in, the product itself acted, or the operator acted on no account. */
  accountKey: string | null;
  /** Name of the actor that outlives the account: email, Telegram id, or `operatorActor`. */
  actor: string;
  botKey: string | null;
  ip: string;
  userAgent: string;
}

export interface AuditEntry extends AuditSubject {
  action: AuditAction;
  /** Names, roles and addresses that the entry's text needs. Never a secret: no token, code or password. */
  detail?: Readonly<Record<string, unknown>>;
  /** Now unless given. */
  at?: Date;
}

/** Characters of the user agent that the log keeps: a browser may send any length. */
const userAgentLength = 400;

/**
 * Writes one entry. `db` may be the transaction of the action itself: then no action lacks its entry.
 * Throws what the store throws.
 */
export async function recordAudit(
  db: Kysely<Tables>,
  { accountKey, botKey, userAgent, detail = {}, at = new Date(), ...entry }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      ...entry,
      at,
      account_key: accountKey,
      bot_key: botKey,
      user_agent: userAgent.slice(0, userAgentLength),
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** Origin of a request; a route handler passes its `raw`. The address is the client's, also behind a trusted proxy. */
export function originOf(raw: { ip: string; headers: IncomingHttpHeaders }): Pick<AuditSubject, 'ip' | 'userAgent'> {
  return { ip: raw.ip, userAgent: raw.headers['user-agent'] ?? '' };
}

/** The subject of a route handler's action; the handler passes its call. */
export function subjectOf(call: {
  account: Pick<Account, 'key' | 'email' | 'tid'> | null;
  bot?: { key: string } | null;
  raw: Parameters<typeof originOf>[0];
}): AuditSubject {
  const { account, bot, raw } = call;
  const name = account?.email ?? account?.tid ?? '';
  return { accountKey: account?.key ?? null, actor: String(name), botKey: bot?.key ?? null, ...originOf(raw) };
}

/** The subject of what the operator does, with an account or a bot, from a shell of the machine. */
export const byOperator = (target: { accountKey: string } | { botKey: string }): AuditSubject => ({
  accountKey: null,
  botKey: null,
  ...target,
  actor: operatorActor,
  ip: '',
  userAgent: '',
});

/** Records what a route handler has just done; the handler passes its call. Throws what the store throws. */
export type RecordAudit = (
  call: Parameters<typeof subjectOf>[0],
  action: AuditAction,
  detail?: AuditEntry['detail'],
) => Promise<void>;

const unrecordedRequests = new WeakSet<object>();

/** Keeps the actions of a request out of the log. */
export const leaveOutOfAudit = (raw: Parameters<typeof originOf>[0]): void => void unrecordedRequests.add(raw);

export const auditRecorder =
  (db: Kysely<Tables>): RecordAudit =>
  async (call, action, detail = {}) => {
    if (!unrecordedRequests.has(call.raw)) await recordAudit(db, { ...subjectOf(call), action, detail });
  };

/** Origin of a request as notifications show it: "Firefox, Windows · 192.0.2.7". */
export const describeOrigin = ({ ip, userAgent }: Pick<AuditSubject, 'ip' | 'userAgent'>): string =>
  [deviceName(userAgent), ip].filter((part) => part !== '').join(' · ');

/**
 * True if the account signed in before, as far as the log reaches, and never from such a device: same browser, same
 * system, whatever the version. Ask before the sign-in itself is recorded.
 */
export async function isNewDevice(
  db: Kysely<Tables>,
  accountKey: string,
  { userAgent }: Pick<AuditSubject, 'userAgent'>,
): Promise<boolean> {
  const knownDevices = await db
    .selectFrom('audit')
    .select('user_agent')
    .distinct()
    .where('account_key', '=', accountKey)
    .where('action', 'in', ['sign_in', 'sign_up'])
    .execute();
  const device = deviceName(userAgent.slice(0, userAgentLength));
  return knownDevices.length > 0 && knownDevices.every((row) => deviceName(row.user_agent) !== device);
}

/** The log names accounts and their addresses, so it does not keep them longer than it has to. */
const keptDays = 365;

/** Deletes what is older than a year; gives the number of entries. `now` in milliseconds. */
export async function forgetOldAudit(db: Kysely<Tables>, now: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit')
    .where('at', '<', new Date(now - keptDays * dayMs))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
