import type { ProviderDescriptor } from '@botscope/contract';
import type { Outcome, SendFailure } from '../providers/provider.ts';
import type { Health, Settled, TakenDelivery } from './delivery-store.ts';
import { resumeInMs, retryInMs } from './retry-plan.ts';

/** An outcome that is not to be divided further. */
export type FinalOutcome = Exclude<Outcome, { kind: 'split' }>;

/** What a request without an answer means: repeated only where the provider recognises what it got already. */
export function outcomeOfFailure(
  { code, mayHaveArrived }: Pick<SendFailure, 'code' | 'mayHaveArrived'>,
  repeats: ProviderDescriptor['repeats'],
): FinalOutcome {
  if (mayHaveArrived && repeats === 'possible') return { kind: 'unknown', code, detail: '' };
  return { kind: 'retry', code, detail: '' };
}

/** What becomes of a delivery. One that waits for its integration keeps its place where the order matters. */
export function settleDelivery(
  delivery: TakenDelivery,
  outcome: FinalOutcome,
  { isOrdered, random }: { isOrdered: boolean; random: () => number },
): Omit<Settled, 'delivery' | 'attemptIds'> {
  switch (outcome.kind) {
    case 'delivered':
      return { state: 'delivered', code: null, detail: '', dueInMs: 0 };
    case 'rejected':
      return { state: 'failed', code: outcome.code, detail: outcome.detail, dueInMs: 0 };
    case 'unknown':
      return { state: 'unknown', code: outcome.code, detail: outcome.detail, dueInMs: 0 };
    case 'stop':
      return { state: 'waiting', code: outcome.code, detail: outcome.detail, dueInMs: 0 };
    case 'retry': {
      const dueInMs = retryInMs(delivery.attempts, random);
      if (dueInMs === null)
        return { state: 'failed', code: 'gave_up', detail: outcome.detail || outcome.code, dueInMs: 0 };
      return { state: 'waiting', code: outcome.code, detail: outcome.detail, dueInMs: isOrdered ? 0 : dueInMs };
    }
  }
}

/** State of an integration after a wave: one success says that the provider is there. */
export function nextHealth(failures: number, outcomes: readonly FinalOutcome[], random: () => number): Health {
  const stop = outcomes.find((outcome) => outcome.kind === 'stop');
  const retry = outcomes.find((outcome) => outcome.kind === 'retry');
  // A provider that never answers must not be sent one event after the other.
  const failure = retry ?? outcomes.find((outcome) => outcome.kind === 'unknown');
  const hasDelivered = outcomes.some(({ kind }) => kind === 'delivered');
  if (stop !== undefined) {
    const problem = { code: stop.code, detail: stop.detail };
    return { failures: failures + 1, resumeInMs: null, problem, hasDelivered, isStopped: true };
  }
  if (failure === undefined) return { failures: 0, resumeInMs: null, problem: null, hasDelivered, isStopped: false };
  const problem = { code: failure.code, detail: failure.detail };
  const nextFailures = hasDelivered ? 1 : failures + 1;
  const waitMs = resumeInMs(nextFailures, retry?.afterMs, random);
  return { failures: nextFailures, resumeInMs: waitMs, problem, hasDelivered, isStopped: false };
}
