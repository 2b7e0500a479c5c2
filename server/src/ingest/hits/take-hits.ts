import type { DropReason } from '@botscope/contract';
import { limitPlace } from '../../platform/client-address.ts';
import type { HitLimits } from './hit-limits.ts';
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

/**
 * Takes the hits of Mini Apps, or of websites; returns null for a key that is none of theirs.
 * @throws AppError StoreUnavailable; then nothing is stored.
 */
export type HitReceiver = (request: HitRequest, sender: HitSender, receivedAt: number) => Promise<HitAnswer | null>;

/** Takes the body of one request. @throws AppError StoreUnavailable; then nothing is stored. */
export function createTakeHits(deps: {
  receivers: readonly HitReceiver[];
  limits: HitLimits;
  unknownKeys: Pick<UnknownKeys, 'note'>;
  now: () => number;
}) {
  return async (bytes: Buffer, sender: HitSender): Promise<HitAnswer> => {
    const receivedAt = deps.now();
    const request = readHitBody(bytes);
    if ('unreadable' in request) return { status: 400, message: request.unreadable };
    const wait = deps.limits.take('address', limitPlace(sender.address), countHits(request));
    if (wait > 0) return { status: 429, retryAfterS: wait };
    for (const receive of deps.receivers) {
      const answer = await receive(request, sender, receivedAt);
      if (answer !== null) return answer;
    }
    deps.unknownKeys.note(request.key, sender.origin, request.page.host);
    return { status: 202, dropped: 'key' };
  };
}

export const countHits = ({ hits, bad }: HitRequest): number => hits.length + bad.length;

export type TakeHits = ReturnType<typeof createTakeHits>;
