import { type Kysely, sql } from 'kysely';
import { limitPlace } from './client-address.ts';
import { AppError } from './errors.ts';
import { deferCommit } from './metadata/defer-commit.ts';
import type { Metadata } from './metadata/open-metadata.ts';
import type { Tables } from './metadata/tables.ts';

/** At most `max` in a window of `minutes` that opens with the first. */
export interface Limit {
  max: number;
  minutes: number;
}

/**
 * Guessing a password is slow for one address on one account, slower for a crowd of addresses on one account, and an
 * office behind one address still gets in. Mails are few, so that nobody's mailbox is flooded through us. An account
 * that connects bots makes us send requests to addresses of its choice; nobody needs as many of them as a scan would.
 */
export const limits = {
  'sign-in:account+device': { max: 10, minutes: 15 },
  'sign-in:account+address': { max: 10, minutes: 15 },
  'sign-in:account': { max: 50, minutes: 15 },
  'sign-in:address': { max: 100, minutes: 15 },
  'sign-up:address': { max: 20, minutes: 60 },
  'mail:account+device': { max: 5, minutes: 60 },
  'mail:account+address': { max: 5, minutes: 60 },
  // Each code takes five tries, of a million: at this pace a guess takes 23 years, and 24 mails a day are noticed.
  'mail:account': { max: 24, minutes: 1_440 },
  'mail:address': { max: 30, minutes: 60 },
  // For signed-in accounts: others do not reach this.
  'own-mail:account': { max: 5, minutes: 60 },
  'own-mail:mailbox': { max: 15, minutes: 1_440 },
  'own-code:account': { max: 15, minutes: 60 },
  'code:address': { max: 60, minutes: 60 },
  'second-factor:account+device': { max: 10, minutes: 15 },
  'second-factor:account+address': { max: 10, minutes: 15 },
  // A million codes, three of them right at a time: at this pace a guess by someone who has the password takes 30 years.
  'second-factor:account': { max: 30, minutes: 1_440 },
  'second-factor:address': { max: 60, minutes: 15 },
  'proof:account': { max: 15, minutes: 15 },
  'proof:address': { max: 60, minutes: 15 },
  'passkey:device': { max: 60, minutes: 15 },
  'passkey:address': { max: 60, minutes: 15 },
  'check-token:account': { max: 30, minutes: 10 },
  'test-webhook:account': { max: 30, minutes: 10 },
  'connect:account': { max: 90, minutes: 10 },
  // Nobody has so many; each bot has a row, a key and a place in the looks at all connections.
  'add-bot:account': { max: 300, minutes: 60 },
  'check-bot:account': { max: 60, minutes: 10 },
  'invite:account': { max: 60, minutes: 60 },
  'invite:account+email': { max: 5, minutes: 60 },
  'invite:email': { max: 20, minutes: 60 },
  'notification:account+kind': { max: 20, minutes: 60 },
  'notification:problem': { max: 1, minutes: 360 },
  // A page that stays open asks once a minute; fifty of them behind one address are an office.
  'share-read:address': { max: 300, minutes: 5 },
  'share-password:share+address': { max: 10, minutes: 15 },
  'share-password:share': { max: 200, minutes: 15 },
  'share-make:account': { max: 60, minutes: 60 },
  // Faster than anyone writes; a script belongs to the bot's own API.
  'message:account': { max: 60, minutes: 1 },
  // Many phones share one address of their network.
  'link:address': { max: 600, minutes: 1 },
  'message-file:account': { max: 60, minutes: 10 },
  // A campaign whose links are looked at: at most 24 requests each.
  'link-check:account': { max: 60, minutes: 10 },
  // Visitors of the demo: a cookie can be forgotten, an address less easily; a few colleagues behind one still try it out.
  'demo-campaign:address': { max: 20, minutes: 1_440 },
  'demo-file:address': { max: 20, minutes: 1_440 },
  'demo-send:address': { max: 60, minutes: 1_440 },
  'telegram:address': { max: 60, minutes: 15 },
  // What Telegram signed is good for one try; kept longer than it is fresh.
  'telegram-proof:once': { max: 1, minutes: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export interface Attempts {
  /** Counts one attempt for each limit. @throws AppError TooManyRequests when one of them is used up; then it counts for none. */
  take(wanted: Partial<Record<LimitName, string>>): Promise<void>;
  /** Forgets the attempts of one subject, after a success. */
  forget(name: LimitName, subject: string): Promise<void>;
}

/** Who is counted: an address is the last word of a subject, and counts with its neighbours in IPv6. */
function keyOf(name: LimitName, subject: string): string {
  if (!name.endsWith('address')) return `${name} ${subject}`;
  const words = subject.split(' ');
  return [name, ...words.slice(0, -1), limitPlace(words.at(-1) ?? '')].join(' ');
}

/** Narrow limits stand before wide ones: a caller rejected by their own limit uses up nothing of others. */
const order = Object.keys(limits) as LimitName[];

/** Counters in the store, so that several processes count together and a restart forgets nothing. */
export function createAttempts(db: Metadata['db'], now: () => number): Attempts {
  async function takeOne(transaction: Kysely<Tables>, name: LimitName, subject: string): Promise<void> {
    const at = new Date(now());
    const ends = new Date(at.getTime() + limits[name].minutes * 60_000);
    const { rows } = await sql<{ count: number; window_ends_at: Date }>`
      INSERT INTO attempts (key, count, window_ends_at) VALUES (${keyOf(name, subject)}, 1, ${ends})
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN attempts.window_ends_at <= ${at} THEN 1 ELSE attempts.count + 1 END,
        window_ends_at = CASE WHEN attempts.window_ends_at <= ${at} THEN ${ends} ELSE attempts.window_ends_at END
      RETURNING count, window_ends_at`.execute(transaction);
    const [row] = rows;
    if (!row || row.count <= limits[name].max) return;
    const retryAfterS = Math.max(1, Math.ceil((row.window_ends_at.getTime() - at.getTime()) / 1_000));
    const message = `Too many attempts; try again in ${Math.ceil(retryAfterS / 60)} min`;
    throw new AppError('TooManyRequests', { message, retryAfterS });
  }

  return {
    async take(wanted) {
      // One commit for all, and none when it is refused; counters that a power cut takes back help nobody.
      // All transactions lock in the same order, so there is no deadlock.
      await deferCommit(db, async (transaction) => {
        for (const name of order) {
          const subject = wanted[name];
          if (subject !== undefined) await takeOne(transaction, name, subject);
        }
      });
    },
    async forget(name, subject) {
      await deferCommit(db, (transaction) =>
        transaction.deleteFrom('attempts').where('key', '=', keyOf(name, subject)).execute(),
      );
    },
  };
}
