import { userIsKnown, WebsiteOptions } from '@botscope/contract';
import type { Kysely } from 'kysely';
import QuickLRU from 'quick-lru';
import * as z from 'zod/mini';
import { isAllowedHost } from '../../ingest/hits/allowed-places.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { dayMs, minuteMs } from '../../platform/time-units.ts';
import { awaitStore } from '../../platform/with-timeout.ts';
import { codeMs, createSiteCodes } from './site-codes.ts';

/** A visit that is proven stays so for a day: then the page has to be opened from the bot again. */
const visitMs = dayMs;
/** Visits in memory, some 100 bytes each. */
const maxEntries = 10_000;
/** A proof that is none is not looked at again with each event of its page, ms. */
const unknownMs = minuteMs;

/** A page visit of which a script says whose it is. */
export interface ProvenVisit {
  bot: string;
  site: number;
  /** The script's name of the visit. */
  visit: string;
  /** As the page sent it; `userIsKnown` where an earlier page of the visit had the proof. */
  proof: string;
}

/** Recognition of a bot's users on its websites (docs/decisions/0042). */
export interface SiteUsers {
  /**
   * An address with a code that proves who opens it, where it is a page of a website of the bot that recognises users. Any
   * other stays as it is. @throws AppError StoreUnavailable
   */
  withCode(bot: string, userId: number, url: string): Promise<string>;
  /** Like `withCode`, for the owner's own server; null for any other address. @throws AppError StoreUnavailable */
  linkOf(bot: string, userId: number, url: string): Promise<{ url: string; expires_in: number } | null>;
  /** User of a visit; null: unknown. The first visit with a proof claims it. @throws AppError StoreUnavailable */
  userOf(visit: ProvenVisit): Promise<number | null>;
  erase(bot: string, userIds: readonly number[]): Promise<number>;
  /** Deletes what is too old; returns the number of visits. */
  forgetOld(now: number): Promise<number>;
  close(): void;
}

export function createSiteUsers(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'subscribe'>;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  /** The token of a bot; null where it is not kept here. */
  tokenOf(bot: string): Promise<string | null>;
  isErased(bot: string, userId: number): boolean;
  clock?: Clock;
}): SiteUsers {
  const { db, tokenOf, isErased } = deps;
  const { now, monotonic } = deps.clock ?? systemClock;
  const codes = createSiteCodes({ sealer: deps.sealer, now });
  const cachedUsers = new QuickLRU<string, { userId: number; until: number }>({ maxSize: maxEntries });
  const failedAttempts = new QuickLRU<string, number>({ maxSize: maxEntries });
  const stops = [
    deps.bus.subscribe('erasures-changed', () => cachedUsers.clear()),
    deps.bus.subscribe('pages-changed', () => cachedUsers.clear()),
  ];

  async function findVisit({ site, visit }: ProvenVisit) {
    return db
      .selectFrom('known_site_visits')
      .select(['user_id', 'proven_at'])
      .where('site_id', '=', site)
      .where('visit', '=', visit)
      .where('proven_at', '>', new Date(now() - visitMs))
      .executeTakeFirst();
  }

  /** A proof that another visit had counts for that one alone: links are passed on. */
  async function keep({ bot, site, visit, proof: search }: ProvenVisit): Promise<void> {
    const visitProof = codes.read(bot, search, await tokenOf(bot));
    if (visitProof === null || isErased(bot, visitProof.userId)) return;
    const row = { site_id: site, visit, bot_key: bot, user_id: visitProof.userId, proof: visitProof.proof };
    await db
      .insertInto('known_site_visits')
      .values({ ...row, proven_at: new Date(now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    async withCode(bot, userId, url) {
      return (await takesCode(db, bot, url)) ? addCode(url, codes.make(bot, userId)) : url;
    },
    async linkOf(bot, userId, url) {
      if (!(await takesCode(db, bot, url))) return null;
      return { url: addCode(url, codes.make(bot, userId)), expires_in: codeMs / 1_000 };
    },
    async userOf(visit) {
      const key = `${visit.site} ${visit.visit}`;
      const attempt = `${key} ${visit.proof.slice(-16)}`;
      if ((failedAttempts.get(attempt) ?? Number.NEGATIVE_INFINITY) > monotonic()) return null;
      const cachedUser = cachedUsers.get(key);
      if (cachedUser !== undefined && cachedUser.until > monotonic()) return cachedUser.userId;
      const row = await awaitStore(
        (async () => {
          if (visit.proof !== userIsKnown) await keep(visit);
          return findVisit(visit);
        })(),
      );
      if (row === undefined) {
        failedAttempts.set(attempt, monotonic() + unknownMs);
        return null;
      }
      const userId = Number(row.user_id);
      const leftMs = new Date(row.proven_at).getTime() + visitMs - now();
      cachedUsers.set(key, { userId, until: monotonic() + Math.min(leftMs, visitMs) });
      return userId;
    },
    async erase(bot, userIds) {
      const { numDeletedRows } = await db
        .deleteFrom('known_site_visits')
        .where('bot_key', '=', bot)
        .where('user_id', 'in', [...userIds])
        .executeTakeFirst();
      cachedUsers.clear();
      return Number(numDeletedRows);
    },
    async forgetOld(nowMs) {
      const { numDeletedRows } = await db
        .deleteFrom('known_site_visits')
        .where('proven_at', '<', new Date(nowMs - visitMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** Whether the address is a page of a website of the bot that recognises users. @throws AppError StoreUnavailable */
async function takesCode(db: Kysely<Tables>, bot: string, url: string): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  const rows = await awaitStore(
    db
      .selectFrom('pages')
      .select(['places', 'options'])
      .where('bot_key', '=', bot)
      .where('kind', '=', 'site')
      .where('status', '=', 'enabled')
      .where('removed_at', 'is', null)
      .execute(),
  );
  return rows.some(
    ({ places, options }) =>
      z.parse(WebsiteOptions, options).know_users && isAllowedHost(z.parse(z.array(z.string()), places), hostname),
  );
}

/** In the fragment, which no server sees; where a page has one of its own, last among the parameters. */
function addCode(url: string, code: string): string {
  const [address = '', ...fragment] = url.split('#');
  if (fragment.length === 0 || fragment.join('#') === '') return `${address}#bsu=${code}`;
  return `${address}${address.includes('?') ? '&' : '?'}bsu=${code}#${fragment.join('#')}`;
}
