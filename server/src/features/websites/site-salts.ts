import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { dayOf } from '../../ingest/hits/site-visitors.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import { withTimeout } from '../../platform/with-timeout.ts';

const timeoutMs = 3_000;

/** Daily salts for the hashes of visitors. The first process that needs one makes it; all others read the same. */
export function createSiteSalts({ db }: { db: Kysely<Tables> }) {
  let cachedSalt: { day: string; salt: Promise<string> } | null = null;
  let timer: NodeJS.Timeout | undefined;

  /** A process that gets no more hits must not keep it either. */
  function keep(day: string): Promise<string> {
    const salt = withTimeout(load(day), timeoutMs);
    cachedSalt = { day, salt };
    clearTimeout(timer);
    timer = setTimeout(() => {
      cachedSalt = null;
    }, dayMs).unref();
    return salt;
  }

  async function load(day: string): Promise<string> {
    const salt = randomBytes(32).toString('hex');
    await db
      .insertInto('site_salts')
      .values({ day, salt })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute();
    const row = await db.selectFrom('site_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow();
    return row.salt;
  }

  return {
    /** In memory for that day alone. @throws AppError StoreUnavailable */
    async of(day: string): Promise<string> {
      const salt = cachedSalt?.day === day ? cachedSalt.salt : keep(day);
      try {
        return await salt;
      } catch (cause) {
        // Asked for again with the next hit.
        if (cachedSalt?.salt === salt) cachedSalt = null;
        throw new AppError('StoreUnavailable', { cause });
      }
    },
    /** Deletes salts of days that ended 24 hours ago: none is older than 48 hours. Returns their number. */
    async forgetOld(now: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('site_salts')
        .where('day', '<', dayOf(now - dayMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    close: () => clearTimeout(timer),
  };
}
