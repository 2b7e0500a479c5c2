import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { limitPlace } from '../../platform/client-address.ts';
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

/** As much of a User-Agent as browsers differ in. */
const agentLength = 512;

/**
 * Identifies a visitor for one day (UTC) without anything kept in the browser: by a hash of address and browser, made
 * with that day's salt. Nobody can find out the address once the salt is deleted, and no visitor is known on the next
 * day or on another website. An IPv6 address counts by its network, because devices change the rest.
 */
export function createSiteVisitors(deps: {
  /** @throws AppError StoreUnavailable */
  saltOf(day: string): Promise<string>;
}) {
  return async (site: number, from: { address: string; userAgent: string }, timestamp: number): Promise<string> => {
    const salt = await deps.saltOf(dayOf(timestamp));
    const agent = from.userAgent.slice(0, agentLength);
    const content = [site, limitPlace(from.address), agent].join('\n');
    return createHmac('sha256', salt).update(content).digest('hex').slice(0, 16);
  };
}

/** `YYYY-MM-DD`, UTC. */
const dayOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);
