import type { DropReason, HitProof, ProofProblem } from '@botscope/contract';
import { limitNetwork } from '../../platform/client-address.ts';
import { checkOrigin } from './allowed-origin.ts';
import { correctClock } from './correct-clock.ts';
import type { HitLimits } from './hit-limits.ts';
import type { InitDataBot } from './init-data.ts';
import type { LaunchProofs, Verdict } from './launch-proofs.ts';
import type { NameCaps } from './name-caps.ts';
import type { ReadHit } from './read-hit.ts';
import type { BadHit, HitRequest } from './read-hit-body.ts';
import { countHits, type HitReceiver } from './take-hits.ts';

/** A Mini App as its hits see it. */
export interface HitApp {
  id: number;
  /** Public key of its bot. */
  bot: string;
  takesHits: boolean;
  origins: readonly string[];
}

/** Its bot. */
export interface HitBot extends InitDataBot {
  key: string;
  start_rules: unknown;
  paused_at?: Date | null;
}

/** A hit that is to be stored. */
export interface TakenHit extends ReadHit {
  /** By our clock, Unix ms. */
  at: number;
  /** Payload of the link that opened the app; only the event that it opened with has it. */
  startPayload: string;
}

/** Data common to the hits of one request. */
export interface HitOrigin extends Pick<HitRequest, 'script' | 'ticket' | 'platform' | 'version'> {
  app: HitApp;
  verdict: Verdict;
  receivedAt: number;
  /** ISO 3166-1 alpha-2; '' = not known. */
  country: string;
  /** Network of the sender, as `limitNetwork` returns it; stored nowhere. */
  network: string;
}

/** For the debug panel: what came, and what was made of it. */
export interface HitNote {
  app: HitApp;
  /** Unix ms. */
  at: number;
  origin: string;
  request: HitRequest;
  verdict: Verdict | null;
  proof: HitProof;
  problem: ProofProblem | null;
  /** Reason why all its hits are dropped; null: they are stored. */
  dropped: DropReason | null;
}

export interface TakeAppHitsDeps {
  /** The Mini App of a key, or null. */
  appOfKey(key: string): Promise<HitApp | null>;
  botOf(key: string): Promise<HitBot | null>;
  proofs: Pick<LaunchProofs, 'prove' | 'remember'>;
  limits: HitLimits;
  caps: NameCaps;
  /** Whether nothing may be stored about a user. */
  isErased(bot: string, userId: number): boolean;
  /** The country of an address, which itself is stored nowhere; '' = not known. */
  countryOf(address: string): string;
  /** Resolves when the hits are durable. @throws AppError StoreUnavailable */
  record(bot: HitBot, hits: readonly TakenHit[], origin: HitOrigin): Promise<void>;
  /** Never throw, and nobody waits for them. */
  note(note: HitNote): void;
  noteBad(app: HitApp, bad: readonly BadHit[], userId: number | null): void;
}

/** Takes the hits of Mini Apps. */
export function createTakeAppHits(deps: TakeAppHitsDeps): HitReceiver {
  const { limits } = deps;

  /**
   * Decides what may be stored of a request whose app is known, or why nothing is. The order: checks that cost nothing,
   * the user's identity, the limits, then the first write. Proven users have limits that strangers cannot use up.
   */
  async function judge(
    app: HitApp,
    request: HitRequest,
    origin: string | undefined,
  ): Promise<{ verdict: Verdict | null; bot: HitBot | null; dropped: DropReason | null; retryAfterS: number }> {
    const reject = (dropReason: DropReason, retryAfterS = 0, verdict: Verdict | null = null) => ({
      ...{ bot: null, verdict, dropped: dropReason, retryAfterS },
    });
    if (!app.takesHits) return reject('paused');
    const bot = await deps.botOf(app.bot);
    if (bot === null) return reject('key');
    if (bot.paused_at != null) return reject('paused');
    const place = checkOrigin(app.origins, origin);
    if (place === 'refused') return reject('origin');
    const openedBy = request.hits.find(({ name }) => name === 'app_launch')?.id ?? '';
    const proof = await deps.proofs.prove(app, bot, { ...request, openedBy });
    const userId = proof.proven?.user.id ?? 0;
    if (place === 'absent' && userId === 0) return reject('origin', 0, proof);
    if (userId !== 0 && deps.isErased(app.bot, userId)) return reject('erased', 0, proof);
    const ofUser = userId === 0 ? 0 : limits.take('user', `${app.id} ${userId}`, countHits(request));
    const wait = ofUser || limits.take(userId === 0 ? 'app' : 'provenApp', String(app.id), countHits(request));
    if (wait > 0) return reject('rate', wait, proof);
    const verdict = await deps.proofs.remember(app, proof, request.launchName);
    return { bot, verdict, dropped: null, retryAfterS: 0 };
  }

  return async (request, from, receivedAt) => {
    const app = await deps.appOfKey(request.key);
    if (app === null) return null;

    const { bot, verdict, dropped, retryAfterS } = await judge(app, request, from.origin);
    if (bot !== null && verdict !== null && request.hits.length > 0) {
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
    deps.note({
      ...{ app, at: receivedAt, origin: from.origin ?? '', request, verdict, dropped },
      proof: verdict?.proven?.proof ?? 'none',
      problem: verdict?.problem ?? null,
    });
    if (dropped === 'rate') return { status: 429, retryAfterS };
    if (dropped === null && request.bad.length > 0) deps.noteBad(app, request.bad, verdict?.proven?.user.id ?? null);
    return { status: 202, dropped: dropped ?? (request.bad.length > 0 ? 'malformed' : null) };
  };

  function toTakenHit(hit: ReadHit, { sentAt }: HitRequest, origin: HitOrigin): TakenHit {
    const { app, verdict, receivedAt, network } = origin;
    const { proven, startParam } = verdict;
    const correctedAt = correctClock(hit.deviceTime, { sentAt, receivedAt, authAt: proven?.authAt ?? null });
    const capped = deps.caps.cap(app.bot, app.id, hit, { isProven: proven !== null, network });
    const isOpening = proven !== null && proven.openedBy === hit.id;
    return { ...hit, ...capped, at: correctedAt, startPayload: isOpening ? startParam : '' };
  }
}
