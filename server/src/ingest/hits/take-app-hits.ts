import { limitNetwork } from '../../platform/client-address.ts';
import { checkOrigin } from './allowed-places.ts';
import type { HitLimits } from './hit-limits.ts';
import type { HitApp } from './hit-page.ts';
import type { LaunchProofs, Verdict } from './launch-proofs.ts';
import type { NameCaps } from './name-caps.ts';
import type { ReadHit } from './read-hit.ts';
import type { HitRequest } from './read-hit-body.ts';
import {
  correctClock,
  countHits,
  type HitBot,
  type Outcome,
  type PageRequest,
  reject,
  type TakenHit,
  takenWhole,
} from './take-hits.ts';

/** A hit of a Mini App that is to be stored. */
export interface TakenAppHit extends TakenHit {
  /** Payload of the link that opened the app; only the event that it opened with has it. */
  startPayload: string;
}

/** Data common to the hits of one request. */
export interface AppHitOrigin extends Pick<HitRequest, 'script' | 'ticket' | 'platform' | 'version'> {
  app: HitApp;
  verdict: Verdict;
  receivedAt: number;
  /** ISO 3166-1 alpha-2; '' = not known. */
  country: string;
  /** Network of the sender, as `limitNetwork` returns it; stored nowhere. */
  network: string;
}

export interface TakeAppHitsDeps {
  proofs: Pick<LaunchProofs, 'prove' | 'remember'>;
  limits: HitLimits;
  caps: NameCaps;
  /** Whether nothing may be stored about a user. */
  isErased(bot: string, userId: number): boolean;
  /** The country of an address, which itself is stored nowhere; '' = not known. */
  countryOf(address: string): string;
  /** Resolves when the hits are durable. @throws AppError StoreUnavailable */
  record(bot: HitBot, hits: readonly TakenAppHit[], origin: AppHitOrigin): Promise<void>;
}

/** Takes the hits of Mini Apps. */
export function createTakeAppHits(deps: TakeAppHitsDeps) {
  const { limits } = deps;

  /**
   * Decides what may be stored of a request, or why nothing is. The order: checks that cost nothing, the user's
   * identity, the limits, then the first write. Proven users have limits that strangers cannot use up.
   */
  async function judge({ page: app, bot, request, from }: PageRequest<HitApp>): Promise<Outcome> {
    const place = checkOrigin(app.places, from.origin);
    if (place === 'refused') return reject('origin');
    const openedBy = request.hits.find(({ name }) => name === 'app_launch')?.id ?? '';
    const launch = await deps.proofs.prove(app, bot, { ...request, openedBy });
    const userId = launch.proven?.user.id ?? null;
    if (place === 'absent' && userId === null) return reject('origin', { launch });
    if (userId !== null && deps.isErased(app.bot, userId)) return reject('erased', { launch, userId });
    const ofUser = userId === null ? 0 : limits.take('user', `${app.id} ${userId}`, countHits(request));
    const wait = ofUser || limits.take(userId === null ? 'app' : 'provenApp', String(app.id), countHits(request));
    if (wait > 0) return reject('rate', { launch, userId, retryAfterS: wait });
    return { ...takenWhole, userId, launch: await deps.proofs.remember(app, launch, request.launchName) };
  }

  return async (call: PageRequest<HitApp>): Promise<Outcome> => {
    const { page: app, bot, request, from, receivedAt } = call;
    const outcome = await judge(call);
    const { launch: verdict, dropped } = outcome;
    if (dropped === null && verdict !== null && request.hits.length > 0) {
      const { script, ticket, platform, version } = request;
      const country = deps.countryOf(from.address);
      const network = limitNetwork(from.address);
      const origin = { app, verdict, receivedAt, script, ticket, platform, version, country, network };
      await deps.record(
        bot,
        request.hits.map((hit) => toTakenHit(hit, request, origin)),
        origin,
      );
    }
    return outcome;
  };

  function toTakenHit(hit: ReadHit, { sentAt }: HitRequest, origin: AppHitOrigin): TakenAppHit {
    const { app, verdict, receivedAt, network } = origin;
    const { proven, startParam } = verdict;
    const correctedAt = correctClock(hit.deviceTime, { sentAt, receivedAt, authAt: proven?.authAt ?? null });
    const capped = deps.caps.cap(app, hit, { isProven: proven !== null, network });
    const isOpening = proven !== null && proven.openedBy === hit.id;
    return { ...hit, ...capped, at: correctedAt, startPayload: isOpening ? startParam : '' };
  }
}
