import { freeSpeed } from '@botscope/contract';
import { hourMs } from '../../../platform/time-units.ts';
import type { BotCircuit } from '../../../telegram/sending/circuit.ts';
import type { Outcome } from '../../../telegram/sending/classify-outcome.ts';
import { createLastLimit, createPause, createRecentChats } from './bot-limits.ts';
import { createBucket, type RoomFor } from './bucket.ts';
import type { BegunCall, CallWindow } from './call-window.ts';
import { createLearntRate, createSlowCalls } from './learnt-rate.ts';

/** Least messages a second beside what the bot sends by itself. */
const slowest = 1;
/** At ten messages a second Telegram's usual answer time needs two calls at a time; a throttled one, ten. */
const fewestCalls = 10;
const maxCalls = 50;
/** At a thousand a second, which Telegram takes for Stars only. */
const maxPaidCalls = 250;
/** Interval at which a call that waits for the end of another one looks again, ms. */
const doubtMs = 50;
type Circuit = Pick<BotCircuit, 'waitMs' | 'isDoubtful'>;

interface BotPaceOptions {
  maxSpeed: number;
  /** State inherited from previous lease holders. */
  rate: number | null;
  limitedUntil: number | null;
  /** Calls of the bot's campaigns in this process before. */
  calls?: CallWindow | undefined;
  /** Called when Telegram has asked to wait, or cannot be reached: the next holder has to know. */
  onSleep?: () => void;
  /** From 0 to 1. */
  random?: () => number;
}

/**
 * Computes how fast the campaigns of one bot may be sent together: the operator's limit, less what Telegram complains
 * about. Pure; moments are ms of a clock that never jumps.
 */
export function createBotPace(options: BotPaceOptions) {
  const { maxSpeed, random = Math.random } = options;
  /** Messages that the bot sends by itself, per second. */
  let ownSpeed = 0;
  /** Messages of both together that Telegram takes, per second. */
  let budget: number = freeSpeed;
  const bucket = createBucket(options.calls);
  const rate = createLearntRate(maxSpeed, options.rate);
  const pause = createPause(options.limitedUntil, () => options.onSleep?.());
  const areSlow = createSlowCalls();
  const recentChats = createRecentChats();
  const lastLimit = createLastLimit();
  let noCutBefore = 0;
  const probing = createProbing();

  const speed = (now: number) => {
    const learntRate = rate.at(now);
    const spareRate = Math.min(learntRate, Math.max(slowest, budget - ownSpeed));
    const allowedRate = ownSpeed === 0 ? learntRate : spareRate;
    return { rate: allowedRate, cap: Math.max(1, Math.ceil(allowedRate)) };
  };
  const pausedMs = (now: number): number => Math.max(pause.leftMs(now), probing.waitMs());

  return {
    /** Null: as fast as the operator allows. */
    learntRate: (): number | null => (rate.last() < maxSpeed ? rate.last() : null),
    /** Time before which nothing of the bot's campaigns is sent; null: now. */
    pausedUntil(now: number): number | null {
      const ms = pausedMs(now);
      return ms > 0 ? now + ms : null;
    },
    /** Wait that Telegram has asked for, ms. */
    limitedMs: pause.leftMs,
    /** The bot's way to Telegram: its token or its server may have changed. */
    follow: probing.follow,
    /** Calls at a time. */
    maxCalls: (): number => callsAtATime(rate.last()),
    available(now: number, room: RoomFor = {}): number {
      if (pausedMs(now) > 0) return 0;
      return probing.limit(bucket.available(now, speed(now), room), room.queued);
    },
    waitMs: (now: number, room: RoomFor = {}): number =>
      Math.max(pausedMs(now), probing.doubtMs(), bucket.waitMs(now, speed(now), room)),
    take: (now: number, count: number): void => bucket.take(now, speed(now), count),

    /** Milliseconds until a call may begin; 0: now. */
    beginInMs(now: number, size = 1): number {
      return probing.doubtMs() || bucket.beginInMs(now, speed(now), { size });
    },
    /** A call begins. */
    begin: (now: number, size = 1): BegunCall => probing.begun(bucket.begin(now, speed(now), size)),

    /**
     * Gives priority to what the bot sends by itself: Telegram counts it together with the campaigns.
     * `fastestCampaign`: one that is faster than the free speed is paid, or the bot may do more.
     */
    share(now: number, bot: { perSecond: number; limitedMs: number }, fastestCampaign = 0): void {
      ownSpeed = bot.perSecond;
      budget = Math.max(freeSpeed, fastestCampaign);
      if (bot.limitedMs > 0) pause.sleep(now, bot.limitedMs);
    },

    /** A call has ended. Uploads say nothing about limits. */
    ended(now: number, call: { userId: number; isDelivered: boolean; durationMs: number; isUpload: boolean }): void {
      pause.reached();
      if (call.isDelivered) recentChats.note(now, call.userId);
      if (!call.isUpload && areSlow(call.durationMs)) rate.cut(now, 0.7);
    },

    /**
     * Telegram rejected a call because of its limits, with `retryAfterMs`. Returns how long this recipient waits; 0: no
     * longer than the bot, which pauses.
     */
    limited(now: number, userId: number, retryAfterMs: number): number {
      if (recentChats.has(now, userId)) return retryAfterMs;
      const isSecond = lastLimit.note(now, userId, retryAfterMs);
      // Longer than any limit of a bot that was seen: this user's, unless others have it too.
      if (retryAfterMs > hourMs && !isSecond) return retryAfterMs;
      pause.sleep(now, retryAfterMs + Math.ceil(random() * Math.min(1_000, retryAfterMs / 10)));
      // The other calls that were on their way get the same answer: they say nothing new.
      if (isSecond && now >= noCutBefore) {
        rate.cut(now, 0.5);
        noCutBefore = pause.until();
      }
      if (isSecond || retryAfterMs <= hourMs) lastLimit.extend(pause.until() + retryAfterMs);
      return 0;
    },

    /** Telegram, or a store that is read before each call, could not be reached. */
    unreachable: pause.unreachable,
  };
}

/** While the bot's circuit is doubtful, one call at a time finds out whether Telegram answers. */
function createProbing() {
  let circuit: Circuit = { waitMs: () => 0, isDoubtful: () => false };
  /** Calls that have begun and not ended. */
  let underWay = 0;
  return {
    follow(next: Circuit): void {
      circuit = next;
    },
    waitMs: (): number => circuit.waitMs(),
    /** Milliseconds for which a call waits for the end of another one; 0: it need not. */
    doubtMs: (): number => (circuit.isDoubtful() && underWay > 0 ? doubtMs : 0),
    /** How many of `count` calls may begin, with `queued` before them. */
    limit: (count: number, queued = 0): number =>
      circuit.isDoubtful() ? Math.max(0, Math.min(count, 1 - underWay - queued)) : count,
    begun(call: BegunCall): BegunCall {
      underWay += 1;
      return {
        ...call,
        ended(endedAt) {
          underWay -= 1;
          call.ended(endedAt);
        },
      };
    },
  };
}

const callsAtATime = (rate: number): number =>
  Math.max(fewestCalls, Math.min(maxCalls, Math.round(rate)), Math.min(maxPaidCalls, Math.round(rate / 4)));

export type BotPace = ReturnType<typeof createBotPace>;

/** Notes what came of a call. @returns how long this recipient waits, ms; 0: no longer than the bot */
export function noteOutcome(
  { pace, wake }: { pace: Pick<BotPace, 'limited' | 'unreachable' | 'ended'>; wake: () => void },
  outcome: Outcome,
  call: { userId: number; durationMs: number; isUpload: boolean },
  nowMs: number,
): number {
  if (outcome.is === 'limited') return pace.limited(nowMs, call.userId, outcome.retryAfterMs);
  if (outcome.is !== 'unsent') pace.ended(nowMs, { ...call, isDelivered: outcome.is === 'delivered' });
  else if (outcome.retryInMs === undefined) pace.unreachable(nowMs);
  else wake();
  return 0;
}
