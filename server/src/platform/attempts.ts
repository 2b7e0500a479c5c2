import { type Kysely, sql } from 'kysely';
import { limitNetwork, limitPlace } from './client-address.ts';
import { AppError } from './errors.ts';
import { hasCome } from './metadata/database-time.ts';
import { deferCommit } from './metadata/defer-commit.ts';
import type { Metadata } from './metadata/open-metadata.ts';
import type { Tables } from './metadata/tables.ts';
import { minuteMs } from './time-units.ts';

/** At most `max` in a window of `minutes` that opens with the first. */
interface Window {
  max: number;
  minutes: number;
}

/**
 * Limit of attempts, with those who can use it up. `asker`: only those who are counted by it themselves. `anyone`:
 * strangers can, because the subject is an account, a mailbox or a link of someone else; 24 mails requested from six
 * addresses once locked a mailbox for a day. Such a limit says what it leaves to newcomers: beyond `max`, the first
 * `each` of every network (or account) are still admitted, `total` of them in a window, and after those one every
 * `trickleMinutes`.
 */
export type Limit = Window &
  ({ spentBy: 'asker' } | { spentBy: 'anyone'; newcomers: { each: number; total: number; trickleMinutes: number } });

const byAsker = (max: number, minutes: number) => ({ max, minutes, spentBy: 'asker' }) as const;
const byAnyone = (max: number, minutes: number, newcomers: { each: number; total: number; trickleMinutes: number }) =>
  ({ max, minutes, spentBy: 'anyone', newcomers }) as const;

/**
 * Guessing a password is slow for one address on one account, slower for a crowd of addresses on one account, and an
 * office behind one address still gets in. Mails are few, so that nobody's mailbox is flooded through us. An account
 * that connects bots makes us send requests to addresses of its choice; nobody needs as many of them as a scan would.
 */
export const limits = {
  'sign-in:account+device': byAsker(10, 15),
  'sign-in:account+address': byAsker(10, 15),
  'sign-in:account': byAnyone(50, 15, { each: 3, total: 50, trickleMinutes: 1 }),
  'sign-in:address': byAsker(100, 15),
  'sign-up:address': byAsker(20, 60),
  'mail:account+device': byAsker(5, 60),
  'mail:account+address': byAsker(5, 60),
  // Each code takes five tries, of a million: at this pace a guess takes 23 years, and 24 mails a day are noticed.
  'mail:account': byAnyone(24, 1_440, { each: 2, total: 24, trickleMinutes: 60 }),
  'mail:address': byAsker(30, 60),
  // For signed-in accounts: others do not reach this.
  'own-mail:account': byAsker(5, 60),
  'own-mail:mailbox': byAnyone(15, 1_440, { each: 2, total: 15, trickleMinutes: 60 }),
  'own-code:account': byAsker(15, 60),
  'code:address': byAsker(60, 60),
  'second-factor:account+device': byAsker(10, 15),
  'second-factor:account+address': byAsker(10, 15),
  // A million codes, three of them right at a time: at this pace a guess by someone who has the password takes 30 years.
  'second-factor:account': byAnyone(30, 1_440, { each: 2, total: 10, trickleMinutes: 120 }),
  'second-factor:address': byAsker(60, 15),
  'proof:account': byAsker(15, 15),
  'proof:address': byAsker(60, 15),
  'passkey:device': byAsker(60, 15),
  'passkey:address': byAsker(60, 15),
  'check-token:account': byAsker(30, 10),
  'test-webhook:account': byAsker(30, 10),
  'connect:account': byAsker(90, 10),
  // More bots than any account has; each has a row, a key and a place in the checks of all connections.
  'add-bot:account': byAsker(300, 60),
  'check-bot:account': byAsker(60, 10),
  'invite:account': byAsker(60, 60),
  'invite:account+email': byAsker(5, 60),
  'invite:email': byAnyone(20, 60, { each: 1, total: 20, trickleMinutes: 5 }),
  'notification:account+kind': byAnyone(20, 60, { each: 1, total: 20, trickleMinutes: 5 }),
  'notification:problem': byAsker(1, 360),
  // A page that stays open asks once a minute; fifty of them behind one address are an office.
  'share-read:address': byAsker(300, 5),
  'share-password:share+address': byAsker(10, 15),
  'share-password:share': byAnyone(200, 15, { each: 5, total: 200, trickleMinutes: 1 }),
  'share-make:account': byAsker(60, 60),
  // Faster than anyone writes; a script belongs to the bot's own API.
  'message:account': byAsker(60, 1),
  // Many phones share one address of their network.
  'link:address': byAsker(600, 1),
  'message-file:account': byAsker(60, 10),
  // A campaign whose links are looked at: at most 24 requests each.
  'link-check:account': byAsker(60, 10),
  // Visitors of the demo: a cookie can be forgotten, an address less easily; a few colleagues behind one still try it out.
  'demo-campaign:address': byAsker(20, 1_440),
  'demo-file:address': byAsker(20, 1_440),
  'demo-send:address': byAsker(60, 1_440),
  'telegram:address': byAsker(60, 15),
  // A proof signed by Telegram is good for one try; its use is remembered longer than the proof is fresh.
  'telegram-proof:once': byAsker(1, 60),
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** Names the subject of a limit that strangers can use up, and the asker: an address or an account. */
export interface SharedSubject {
  subject: string;
  asker: string;
}

/** The subject of each limit; those that anyone can spend also need to know who asks. */
export type CountedAttempts = {
  [Name in LimitName]?: (typeof limits)[Name]['spentBy'] extends 'anyone' ? SharedSubject : string;
};

export interface Attempts {
  /** Counts one attempt for each limit. @throws AppError TooManyRequests when one of them is used up; then it counts for none. */
  take(counted: CountedAttempts): Promise<void>;
  /** Forgets the attempts of one subject, after a success. */
  forget(name: LimitName, subject: string): Promise<void>;
}

/** Returns the key that is counted: an address is the last word of a subject, and counts with its neighbors in IPv6. */
function toKey(name: LimitName, subject: string): string {
  if (!name.endsWith('address')) return `${name} ${subject}`;
  const words = subject.split(' ');
  return [name, ...words.slice(0, -1), limitPlace(words.at(-1) ?? '')].join(' ');
}

type SharedLimit = Extract<Limit, { spentBy: 'anyone' }>;

interface Counted {
  isWithin: boolean;
  retryAfterS: number;
}

/** Narrow limits stand before wide ones: a caller rejected by their own limit uses up nothing of others. */
const order = Object.keys(limits) as LimitName[];

/** Counters in the store, so that several processes count together and a restart forgets nothing. */
export function createAttempts(db: Metadata['db'], now: () => number): Attempts {
  async function count(transaction: Kysely<Tables>, key: string, { max, minutes }: Window): Promise<Counted> {
    const countedAt = new Date(now());
    const windowMs = minutes * minuteMs;
    const ends = new Date(countedAt.getTime() + windowMs);
    const isOver = hasCome(sql`attempts.window_ends_at`, sql`${countedAt}::timestamptz`, windowMs);
    const { rows } = await sql<{ count: number; window_ends_at: Date }>`
      INSERT INTO attempts (key, count, window_ends_at) VALUES (${key}, 1, ${ends})
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN ${isOver} THEN 1 ELSE attempts.count + 1 END,
        window_ends_at = CASE WHEN ${isOver} THEN ${ends} ELSE attempts.window_ends_at END
      RETURNING count, window_ends_at`.execute(transaction);
    const [row] = rows;
    const retryAfterS = row === undefined ? 1 : Math.ceil((row.window_ends_at.getTime() - countedAt.getTime()) / 1_000);
    return { isWithin: row === undefined || row.count <= max, retryAfterS: Math.max(1, retryAfterS) };
  }

  /** Counts an attempt on a subject that others ask for, too: beyond the limit, newcomers have a share of their own. */
  async function countShared(transaction: Kysely<Tables>, name: LimitName, limit: SharedLimit, spender: SharedSubject) {
    const { each, total, trickleMinutes } = limit.newcomers;
    const key = toKey(name, spender.subject);
    const fromHere = await count(transaction, `${key} from ${limitNetwork(spender.asker)}`, { ...limit, max: each });
    const fromAll = await count(transaction, key, limit);
    if (fromAll.isWithin || !fromHere.isWithin) return fromAll;
    const ofNewcomers = await count(transaction, `${key} newcomers`, { ...limit, max: total });
    if (ofNewcomers.isWithin) return ofNewcomers;
    return count(transaction, `${key} trickle`, { max: 1, minutes: trickleMinutes });
  }

  async function takeOne(transaction: Kysely<Tables>, name: LimitName, spender: string | SharedSubject): Promise<void> {
    const limit: Limit = limits[name];
    const { isWithin, retryAfterS } =
      limit.spentBy === 'anyone' && typeof spender !== 'string'
        ? await countShared(transaction, name, limit, spender)
        : await count(transaction, toKey(name, String(spender)), limit);
    if (isWithin) return;
    const message = `Too many attempts; try again in ${Math.ceil(retryAfterS / 60)} min`;
    throw new AppError('TooManyRequests', { message, retryAfterS });
  }

  return {
    async take(spenders) {
      // One commit for all, and none when it is refused; counters that a power cut takes back help nobody.
      // All transactions lock in the same order, so there is no deadlock.
      await deferCommit(db, async (transaction) => {
        for (const name of order) {
          const spender = spenders[name];
          if (spender !== undefined) await takeOne(transaction, name, spender);
        }
      });
    },
    async forget(name, subject) {
      await deferCommit(db, (transaction) =>
        transaction.deleteFrom('attempts').where('key', '=', toKey(name, subject)).execute(),
      );
    },
  };
}
