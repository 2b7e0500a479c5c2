import type { Outcome } from '../../../telegram/sending/classify-outcome.ts';
import type { BotPace } from './bot-pace.ts';

/** Tells the pace what came of a call. @returns how long this recipient waits, ms; 0: no longer than the bot */
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
