import type { Random } from '../random.ts';
import { dayMs } from '../time.ts';
import { likelyDay, momentOfDay } from './arrivals.ts';
import type { Step, Visitor } from './visitor.ts';

const nextStep: readonly (readonly [Step, number])[] = [
  ['button', 44],
  ['text', 17],
  ['command', 14],
  ['keyboard', 13],
  ['media', 4],
  ['inline', 3],
  ['checkout', 3],
  ['mini app', 1],
  ['edit', 1],
];
/** Steps that must follow others. */
const follows: Partial<Record<Step, Step>> = { checkout: 'paid', inline: 'choose' };
const goesOn = 0.77;
const longestVisit = 40;

/** The steps of a visit in order; the very first one begins with /start and may end with a block. */
export function planVisit(random: Random, visitor: Visitor): Step[] {
  const isFirst = visitor.visits === 0;
  const steps: Step[] = visitor.isBlocked ? ['unblock', 'start'] : isFirst ? ['start'] : [];
  if (isFirst && random.chance(visitor.origin.bounce)) {
    if (random.chance(0.4)) steps.push('button');
    if (random.chance(0.55)) steps.push('block');
    return steps;
  }
  if (!isFirst && !visitor.isBlocked && random.chance(0.12)) steps.push('start');
  do {
    const step = random.weighted(nextStep);
    const following = follows[step];
    steps.push(step);
    // One checkout in four is given up before the money moves.
    if (following && !(step === 'checkout' && random.chance(0.25))) steps.push(following);
  } while (steps.length < longestVisit && random.chance(goesOn));
  return steps;
}

/** Milliseconds between a step and the next one of the same visit. */
export function pauseBefore(random: Random, step: Step): number {
  if (step === 'paid' || step === 'choose') return random.between(1_500, 9_000);
  if (step === 'block') return random.between(4_000, 400_000);
  if (step === 'button') return 1_200 + random.waiting(14_000);
  // Some put the phone away for a while and still mean the same visit.
  return random.chance(0.04) ? random.between(300_000, 1_500_000) : 3_000 + random.waiting(32_000);
}

/** When and with which steps a visitor comes again after a visit; `undefined` means never. */
export function planReturn(random: Random, visitor: Visitor, now: number): { at: number; steps: Step[] } | undefined {
  if (visitor.isBlocked) {
    return random.chance(0.11) ? comeBack(random, visitor, now, 12) : undefined;
  }
  const isNew = visitor.visits <= 1;
  if (random.chance(isNew ? 0.04 : 0.045)) return { at: now + random.waiting(2.5 * dayMs), steps: ['block'] };
  if (random.chance(isNew ? 0.44 : 0.13)) return undefined;
  return comeBack(random, visitor, now, isNew ? 3 : 6);
}

function comeBack(random: Random, visitor: Visitor, now: number, meanDays: number): { at: number; steps: Step[] } {
  const day = likelyDay(random, Math.floor((now + random.waiting(meanDays * dayMs)) / dayMs) * dayMs);
  const moment = momentOfDay(random, day, visitor.utcOffset);
  // A moment of today that is over becomes tomorrow's: an hour at least lies between two visits.
  return { at: moment > now + 3_600_000 ? moment : moment + dayMs, steps: planVisit(random, visitor) };
}
