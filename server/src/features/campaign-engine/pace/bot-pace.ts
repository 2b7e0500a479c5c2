import { freeSpeed } from '@botscope/contract';
import { hourMs } from '../../../platform/time-units.ts';
import type { BotCircuit } from '../../../telegram/sending/circuit.ts';
import type { Outcome } from '../../../telegram/sending/classify-outcome.ts';
import { createBucket, type RoomFor } from './bucket.ts';
import type { BegunCall, CallWindow } from './call-window.ts';

/** A chat that got a message so lately may be limited alone: Telegram takes about one a second of each, ms. */
const sameChatMs = 2_000;
/** Interval at which the speed grows by one message a second after a cut, ms. */
const growMs = 30_000;
/** Telegram waits by itself, up to 8 s, before it refuses: slow calls come first. */
const slowCallMs = 1_500;
const samples = 20;
const slowest = 1;
/** Pauses while Telegram or a store cannot be reached, ms. */
const unreachableMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const;
/** At ten messages a second Telegram's usual answer time needs two calls at a time; a throttled one, ten. */
const fewestCalls = 10;
const maxCalls = 50;
/** At a thousand a second, which Telegram takes for Stars only. */
const maxPaidCalls = 250;
/** Interval at which a call that waits for the end of another one looks again, ms. */
const doubtMs = 50;
const closedCircuit: Pick<BotCircuit, 'waitMs' | 'isDoubtful'> = { waitMs: () => 0, isDoubtful: () => false };

/**
 * Computes how fast the campaigns of one bot may be sent together: the operator's limit, less what Telegram complains
 * about. Pure; moments are ms of a clock that never jumps.
 */
export function createBotPace(options: {
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
}) {
  const { maxSpeed, random = Math.random } = options;
  /** Messages that the bot sends by itself, per second. */
  let ownSpeed = 0;
  /** Messages of both together that Telegram takes, per second. */
  let budget: number = freeSpeed;
  const bucket = createBucket(options.calls);
  let rate = Math.min(maxSpeed, options.rate ?? maxSpeed);
  let changedAt: number | null = null;
  let limitedUntil = options.limitedUntil ?? 0;
  /** The last limit: whose, and how long another one means that it is the bot's. */
  let limit = { userId: 0, until: 0 };
  let noCutBefore = 0;
  let durations: number[] = [];
  let failures = 0;
  let circuit = closedCircuit;
  /** Calls that have begun and not ended. */
  let underWay = 0;
  const deliveryTimes = new Map<number, number>();

  function cut(now: number, factor: number): void {
    rate = Math.max(slowest, Math.min(maxSpeed, rate * factor));
    changedAt = now;
  }
  function grow(now: number): void {
    changedAt ??= now;
    const steps = Math.floor((now - changedAt) / growMs);
    if (steps <= 0) return;
    rate = Math.min(maxSpeed, rate + steps);
    changedAt += steps * growMs;
  }
  const speed = (now: number) => {
    grow(now);
    const spareRate = Math.min(rate, Math.max(slowest, budget - ownSpeed));
    const allowedRate = ownSpeed === 0 ? rate : spareRate;
    return { rate: allowedRate, cap: Math.max(1, Math.ceil(allowedRate)) };
  };
  const sleep = (now: number, ms: number): void => {
    if (now + ms <= limitedUntil) return;
    limitedUntil = now + ms;
    options.onSleep?.();
  };
  const pausedMs = (now: number): number => Math.max(0, limitedUntil - now, circuit.waitMs());

  return {
    /** Null: as fast as the operator allows. */
    learntRate: (): number | null => (rate < maxSpeed ? rate : null),
    /** Time before which nothing of the bot's campaigns is sent; null: now. */
    pausedUntil(now: number): number | null {
      const ms = pausedMs(now);
      return ms > 0 ? now + ms : null;
    },
    /** Wait that Telegram has asked for, ms. */
    limitedMs: (now: number): number => Math.max(0, limitedUntil - now),
    /** The bot's way to Telegram: its token or its server may have changed. */
    follow(next: Pick<BotCircuit, 'waitMs' | 'isDoubtful'>): void {
      circuit = next;
    },
    /** Calls at a time. */
    maxCalls: (): number =>
      Math.max(fewestCalls, Math.min(maxCalls, Math.round(rate)), Math.min(maxPaidCalls, Math.round(rate / 4))),
    available(now: number, room: RoomFor = {}): number {
      if (pausedMs(now) > 0) return 0;
      const count = bucket.available(now, speed(now), room);
      return circuit.isDoubtful() ? Math.max(0, Math.min(count, 1 - underWay - (room.queued ?? 0))) : count;
    },
    waitMs: (now: number, room: RoomFor = {}): number =>
      Math.max(pausedMs(now), circuit.isDoubtful() && underWay > 0 ? doubtMs : 0, bucket.waitMs(now, speed(now), room)),
    take: (now: number, count: number): void => bucket.take(now, speed(now), count),

    /** Milliseconds until a call may begin; 0: now. */
    beginInMs(now: number, size = 1): number {
      if (circuit.isDoubtful() && underWay > 0) return doubtMs;
      return bucket.beginInMs(now, speed(now), { size });
    },
    /** A call begins. */
    begin(now: number, size = 1): BegunCall {
      const call = bucket.begin(now, speed(now), size);
      underWay += 1;
      return {
        ...call,
        ended(endedAt) {
          underWay -= 1;
          call.ended(endedAt);
        },
      };
    },

    /**
     * Gives priority to what the bot sends by itself: Telegram counts it together with the campaigns.
     * `fastestCampaign`: one that is faster than the free speed is paid, or the bot may do more.
     */
    share(now: number, bot: { perSecond: number; limitedMs: number }, fastestCampaign = 0): void {
      ownSpeed = bot.perSecond;
      budget = Math.max(freeSpeed, fastestCampaign);
      if (bot.limitedMs > 0) sleep(now, bot.limitedMs);
    },

    /** A call has ended. Uploads say nothing about limits. */
    ended(now: number, call: { userId: number; isDelivered: boolean; durationMs: number; isUpload: boolean }): void {
      failures = 0;
      if (call.isDelivered) {
        deliveryTimes.delete(call.userId);
        deliveryTimes.set(call.userId, now);
        for (const [userId, deliveredAt] of deliveryTimes) {
          if (deliveredAt >= now - sameChatMs) break;
          deliveryTimes.delete(userId);
        }
      }
      if (call.isUpload) return;
      durations.push(call.durationMs);
      if (durations.length < samples) return;
      durations = durations.slice(-samples);
      const p95 = durations.toSorted((one, other) => one - other)[Math.ceil(samples * 0.95) - 1] ?? 0;
      if (p95 < slowCallMs) return;
      durations = [];
      cut(now, 0.7);
    },

    /**
     * Telegram rejected a call because of its limits, with `retryAfterMs`. Returns how long this recipient waits; 0: no
     * longer than the bot, which pauses.
     */
    limited(now: number, userId: number, retryAfterMs: number): number {
      const deliveredAt = deliveryTimes.get(userId);
      if (deliveredAt !== undefined && now - deliveredAt <= sameChatMs) return retryAfterMs;
      const isSecond = now < limit.until && limit.userId !== userId;
      limit = { userId, until: Math.max(limit.until, now + retryAfterMs) };
      // Longer than any limit of a bot that was seen: this user's, unless others have it too.
      if (retryAfterMs > hourMs && !isSecond) return retryAfterMs;
      sleep(now, retryAfterMs + Math.ceil(random() * Math.min(1_000, retryAfterMs / 10)));
      // The other calls that were on their way get the same answer: they say nothing new.
      if (isSecond && now >= noCutBefore) {
        cut(now, 0.5);
        noCutBefore = limitedUntil;
      }
      if (isSecond || retryAfterMs <= hourMs) limit.until = Math.max(limit.until, limitedUntil + retryAfterMs);
      return 0;
    },

    /** Telegram, or a store that is read before each call, could not be reached. */
    unreachable(now: number): void {
      if (limitedUntil > now) return;
      sleep(now, unreachableMs[Math.min(failures, unreachableMs.length - 1)] ?? 1_000);
      failures += 1;
    },
  };
}

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
