import type { DropReason } from '@botscope/contract';
import { limitPlace } from '../../platform/client-address.ts';
import { minuteMs } from '../../platform/time-units.ts';
import type { DeviceFamilies } from './device-families.ts';
import type { HitErrors } from './hit-errors.ts';
import type { HitLimits } from './hit-limits.ts';
import type { HitApp, HitPage, HitSite } from './hit-page.ts';
import type { InitDataBot } from './init-data.ts';
import type { Verdict } from './launch-proofs.ts';
import type { ReadHit } from './read-hit.ts';
import { type HitRequest, readHitBody } from './read-hit-body.ts';
import type { UnknownKeys } from './unknown-keys.ts';

/** Origin of a request, according to its connection and its headers. */
export interface HitSender {
  address: string;
  origin: string | undefined;
  userAgent: string;
  /** The browser sends Global Privacy Control or Do Not Track. */
  wantsPrivacy: boolean;
}

/** Response to the sender. */
export type HitAnswer =
  | { status: 202; dropped: DropReason | null }
  | { status: 400; message: string }
  | { status: 429; retryAfterS: number };

/** The bot of a page. */
export interface HitBot extends InitDataBot {
  key: string;
  /** '' = not known. */
  username: string;
  start_rules: unknown;
  isPaused: boolean;
}

/** A request for a page that takes hits. */
export interface PageRequest<Page extends HitPage = HitPage> {
  page: Page;
  bot: HitBot;
  request: HitRequest;
  from: HitSender;
  /** Unix ms. */
  receivedAt: number;
}

/** A hit that is to be stored. */
export interface TakenHit extends ReadHit {
  /** By our clock, Unix ms. */
  at: number;
}

/** Result of a request. */
export interface Outcome {
  /** Reason why all its hits are dropped; null: they are stored. */
  dropped: DropReason | null;
  retryAfterS: number;
  /** The user who is proven or recognized; null = none. */
  userId: number | null;
  /** Hits that were not stored for lack of consent. */
  withheld: readonly ReadHit[];
  /** Launch of a Mini App; null = not looked at. */
  launch: Verdict | null;
  /** Visitor of a website; '' = nobody in particular. */
  visitor: string;
  /** Browser that visits a website; null = not looked at. */
  device: DeviceFamilies | null;
}

/** Request and its result, for the debug panel. */
export type HitNote = Omit<PageRequest, 'bot'> & { outcome: Outcome };

export interface TakeHitsDeps {
  /** The Mini App or website of a key, or null. @throws AppError StoreUnavailable */
  pageOfKey(key: string): Promise<HitPage | null>;
  botOf(key: string): Promise<HitBot | null>;
  /** Both resolve when the hits are durable. @throws AppError StoreUnavailable; then nothing is stored. */
  takeAppHits(request: PageRequest<HitApp>): Promise<Outcome>;
  takeSiteHits(request: PageRequest<HitSite>): Promise<Outcome>;
  limits: HitLimits;
  unknownKeys: Pick<UnknownKeys, 'note'>;
  /** Never throw, and nobody waits for them. */
  note(note: HitNote): void;
  noteBad: HitErrors['record'];
  now: () => number;
}

/** Takes the body of one request. @throws AppError StoreUnavailable; then nothing is stored. */
export function createTakeHits(deps: TakeHitsDeps) {
  async function take(page: HitPage, rest: Omit<PageRequest, 'page' | 'bot'>): Promise<Outcome> {
    if (page.status !== 'enabled') return reject('paused');
    const bot = await deps.botOf(page.bot);
    if (bot === null) return reject('key');
    if (bot.isPaused) return reject('paused');
    return page.kind === 'app' ? deps.takeAppHits({ ...rest, page, bot }) : deps.takeSiteHits({ ...rest, page, bot });
  }

  return async (bytes: Buffer, from: HitSender): Promise<HitAnswer> => {
    const receivedAt = deps.now();
    const request = readHitBody(bytes);
    if ('unreadable' in request) return { status: 400, message: request.unreadable };
    const wait = deps.limits.take('address', limitPlace(from.address), countHits(request));
    if (wait > 0) return { status: 429, retryAfterS: wait };
    const page = await deps.pageOfKey(request.key);
    if (page === null) {
      deps.unknownKeys.note(request.key, from.origin, request.page.host);
      return { status: 202, dropped: 'key' };
    }
    const outcome = await take(page, { request, from, receivedAt });
    const { dropped, retryAfterS, userId, withheld } = outcome;
    deps.note({ page, request, from, receivedAt, outcome });
    if (dropped === 'rate') return { status: 429, retryAfterS };
    if (dropped !== null) return { status: 202, dropped };
    if (request.bad.length > 0) deps.noteBad(page, request.bad, userId);
    return { status: 202, dropped: withheld.length > 0 ? 'consent' : request.bad.length > 0 ? 'malformed' : null };
  };
}

export type TakeHits = ReturnType<typeof createTakeHits>;

/** Result of a request of which everything is stored. */
export const takenWhole: Outcome = {
  dropped: null,
  retryAfterS: 0,
  userId: null,
  withheld: [],
  launch: null,
  visitor: '',
  device: null,
};

export const reject = (dropped: DropReason, more: Partial<Outcome> = {}): Outcome => ({
  ...takenWhole,
  ...more,
  dropped,
});

export const countHits = ({ hits, bad }: HitRequest): number => hits.length + bad.length;

/** Maximum age of a hit from an unproven user at its receipt: scripts keep hits that they cannot send for a day. */
const unprovenMs = 25 * 60 * minuteMs;

/**
 * When a hit happened by our clock. The device says by its own when it happened and when it was sent; the difference to
 * our receipt is how wrong it is. A hit is never later than its receipt, nor earlier than five minutes before the opening
 * of the app. All in Unix ms.
 */
export function correctClock(
  deviceTime: number,
  { sentAt, receivedAt, authAt }: { sentAt: number | null; receivedAt: number; authAt: number | null },
): number {
  const error = sentAt === null ? 0 : receivedAt - sentAt;
  const earliest = authAt === null ? receivedAt - unprovenMs : authAt - 5 * minuteMs;
  return Math.round(Math.min(receivedAt, Math.max(earliest, deviceTime + error)));
}
