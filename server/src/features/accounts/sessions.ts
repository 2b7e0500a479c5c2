import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type AccountSession, deviceName } from '@botscope/contract';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import QuickLRU from 'quick-lru';
import { deferCommit } from '../../platform/metadata/defer-commit.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { sha256 } from '../../platform/sha256.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { Caller } from './caller.ts';
import { type AccountRow, selectAccounts } from './present-account.ts';

/** Limit of remembered sessions, by hash: some 200 bytes each. */
const maxEntries = 10_000;
/** Longest lifetime of a session, however busy it is; after that the user signs in again. */
const lives = { remembered: 30 * dayMs, other: dayMs } as const;
/** "Last seen" is as exact as this: every request writing its time would cost more than it is worth. */
const seenEvery = 5 * 60_000;

/** The session of a request. */
export interface OpenSession {
  id: string;
  created_at: Date;
}

/**
 * Sessions of accounts. The cookie contains 256 random bits and the store their SHA-256, so that a reader of the store
 * gets into no account.
 */
export interface Sessions {
  /** Begins one; the one that this browser had ends. Returns its `Set-Cookie`s. */
  open(accountKey: string, caller: Caller, remember: boolean): Promise<string[]>;
  /** The session of a request and its account, or null. */
  find(headers: IncomingHttpHeaders): Promise<{ session: OpenSession; account: AccountRow } | null>;
  /** The account whose session this was when it was found last; it may have ended since. Asks no store. */
  remembered(headers: IncomingHttpHeaders): { key: string } | null;
  /** Ends the one of this browser; returns the cookies that make it forget. */
  end(headers: IncomingHttpHeaders): Promise<string[]>;
  /** Last seen first. */
  list(accountKey: string, headers: IncomingHttpHeaders): Promise<AccountSession[]>;
  /** False if the account has no such session. */
  endOne(accountKey: string, id: string): Promise<boolean>;
  /** Ends all of an account, but that of the request whose headers are given. */
  endAll(accountKey: string, except?: IncomingHttpHeaders): Promise<void>;
}

interface SessionParts {
  db: Metadata['db'];
  ended: (accountKey: string) => void;
  hashIn: (headers: IncomingHttpHeaders) => string | null;
  isAlive: (eb: ExpressionBuilder<Tables, 'sessions'>) => ExpressionWrapper<Tables, 'sessions', SqlBool>;
}

/** The sessions of one account, wherever it is signed in. */
function accountSessions({ db, ended, hashIn, isAlive }: SessionParts): Pick<Sessions, 'list' | 'endOne' | 'endAll'> {
  return {
    async list(accountKey, headers) {
      const current = hashIn(headers);
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('account_id', '=', accountKey)
        .where(isAlive)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent ?? ''),
        address: row.ip_address ?? '',
        created_at: row.created_at.toISOString(),
        last_seen_at: row.updated_at.toISOString(),
        is_current: row.token === current,
      }));
    },

    async endOne(accountKey, id) {
      const deleteQuery = db.deleteFrom('sessions').where('account_id', '=', accountKey).where('id', '=', id);
      const { numDeletedRows } = await deleteQuery.executeTakeFirst();
      if (numDeletedRows > 0n) ended(accountKey);
      return numDeletedRows > 0n;
    },

    async endAll(accountKey, except = {}) {
      const keptHash = hashIn(except);
      const deleteQuery = db.deleteFrom('sessions').where('account_id', '=', accountKey);
      await (keptHash === null ? deleteQuery : deleteQuery.where('token', '<>', keptHash)).execute();
      ended(accountKey);
    },
  };
}

/** The cookie with the session's token. */
function sessionCookies(secure: boolean) {
  const name = `${secure ? '__Secure-' : ''}botscope.session_token`;
  const setCookie = (value: string, maxAge: number | null): string =>
    [
      `${name}=${value}`,
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      ...(secure ? ['Secure'] : []),
      ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
    ].join('; ');

  /** The hash of the cookie's token, or null for a request without one. */
  const hashIn = ({ cookie }: IncomingHttpHeaders): string | null => {
    const pair = cookie?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
    const token = pair?.slice(pair.indexOf('=') + 1).trim();
    return token ? sha256(token) : null;
  };

  return { setCookie, hashIn };
}

export function createSessions({
  db,
  secure,
  idleHours,
  ended,
  now,
}: {
  db: Metadata['db'];
  /** True where the dashboard is reached by https. */
  secure: boolean;
  /** Idle time after which a session ends (to within `seenEvery`). */
  idleHours: number;
  /** Hears whose sessions were ended. */
  ended: (accountKey: string) => void;
  now: () => number;
}): Sessions {
  const { setCookie, hashIn } = sessionCookies(secure);

  // Says only whose turn a request takes in the queues: who may do what, the store is always asked.
  const owners = new QuickLRU<string, string>({ maxSize: maxEntries });

  /** Condition for sessions that work at this moment. */
  const isAlive = ({ and, eb }: ExpressionBuilder<Tables, 'sessions'>) =>
    and([
      eb('sessions.expires_at', '>', new Date(now())),
      eb('sessions.updated_at', '>', new Date(now() - idleHours * 3_600_000)),
    ]);

  async function touch(id: string, seenAt: Date): Promise<void> {
    if (now() - seenAt.getTime() < seenEvery) return;
    const values = { updated_at: new Date(now()) };
    await deferCommit(db, (transaction) =>
      transaction.updateTable('sessions').set(values).where('id', '=', id).execute(),
    );
  }

  async function endCurrent(headers: IncomingHttpHeaders): Promise<void> {
    const hash = hashIn(headers);
    if (hash === null) return;
    const row = db.deleteFrom('sessions').where('token', '=', hash).returning('account_id').executeTakeFirst();
    const accountKey = (await row)?.account_id;
    if (accountKey !== undefined) ended(accountKey);
  }

  return {
    async open(accountKey, caller, remember) {
      await endCurrent(caller.headers);
      const token = randomBytes(32).toString('base64url');
      const life = remember ? lives.remembered : lives.other;
      const openedAt = new Date(now());
      const session = {
        id: randomUUID(),
        account_id: accountKey,
        token: sha256(token),
        ip_address: caller.address,
        user_agent: (caller.headers['user-agent'] ?? '').slice(0, 400),
        created_at: openedAt,
        updated_at: openedAt,
        expires_at: new Date(now() + life),
      };
      // A user whose new session is lost in a power cut signs in again. Ends of sessions wait for the disk.
      await deferCommit(db, (transaction) => transaction.insertInto('sessions').values(session).execute());
      return [setCookie(token, remember ? life / 1_000 : null)];
    },

    async find(headers) {
      const hash = hashIn(headers);
      if (hash === null) return null;
      const match = await selectAccounts(db)
        .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
        .select(['sessions.id as session_id', 'sessions.created_at as opened_at', 'sessions.updated_at as seen_at'])
        .where('sessions.token', '=', hash)
        .where(isAlive)
        .executeTakeFirst();
      if (match === undefined) {
        owners.delete(hash);
        return null;
      }
      owners.set(hash, match.id);
      const { session_id, opened_at, seen_at, ...account } = match;
      await touch(session_id, seen_at);
      return { session: { id: session_id, created_at: opened_at }, account };
    },

    remembered(headers) {
      const key = owners.get(hashIn(headers) ?? '');
      return key === undefined ? null : { key };
    },

    async end(headers) {
      await endCurrent(headers);
      return [setCookie('', 0)];
    },
    ...accountSessions({ db, ended, hashIn, isAlive }),
  };
}
