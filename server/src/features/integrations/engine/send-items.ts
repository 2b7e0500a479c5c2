import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { ProviderDescriptor } from '@botscope/contract';
import { hideSecrets } from '../providers/hide-secrets.ts';
import {
  type Configuration,
  type DeliveryItem,
  type Memory,
  type Outcome,
  type OutgoingRequest,
  type ProviderAnswer,
  SendFailure,
  type WithFile,
} from '../providers/provider.ts';
import type { AnyProvider } from '../providers/providers.ts';
import { createMask } from '../show-request.ts';
import type { NotedAttempt, TakenDelivery } from './delivery-store.ts';
import type { SentRequest } from './send-request.ts';
import { type FinalOutcome, outcomeOfFailure } from './settle-outcome.ts';

/** A delivery that was sent, with the outcome and the requests of it. */
export interface SentDelivery {
  delivery: TakenDelivery;
  outcome: FinalOutcome;
  attemptIds: string[];
}

export interface SendItemsDeps {
  provider: AnyProvider;
  descriptor: Pick<ProviderDescriptor, 'repeats' | 'maxAgeHours'>;
  configuration: Configuration;
  memory: Memory;
  withFile: WithFile;
  /** Within the limits of the lane. @throws SendFailure */
  send: (request: OutgoingRequest) => Promise<SentRequest & { answer: ProviderAnswer }>;
  keep: (request: OutgoingRequest, userId: number | null) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Sends deliveries by one call of the provider, or by several where it refuses them together. */
export async function sendItems(
  deps: SendItemsDeps,
  deliveries: readonly TakenDelivery[],
): Promise<{ sent: SentDelivery[]; attempts: NotedAttempt[] }> {
  const { provider, descriptor, configuration, now, onError } = deps;
  const attempts: NotedAttempt[] = [];
  const sent: SentDelivery[] = [];
  const hide = createMask(configuration.secrets);

  /** Notes a request of some deliveries; the code is known once the provider has read the answer. */
  async function sendNoted(request: OutgoingRequest, some: readonly SentDelivery[]): Promise<ProviderAnswer> {
    const startedAt = now();
    const start = performance.now();
    const id = randomUUID();
    for (const one of some) one.attemptIds.push(id);
    const attempt = { id, deliveries: some.length, startedAt };
    try {
      const { ms, answer } = await deps.send(request);
      // Some providers repeat the key that they refuse; and what a request for a token answers is one.
      const body = request.isSecret ? '' : hide(answer.body);
      attempts.push({ ...attempt, ms, status: answer.status, code: null, answer: body });
      return request.isSecret ? answer : hideSecrets(answer, configuration.secrets);
    } catch (error) {
      const code = error instanceof SendFailure ? error.code : 'other';
      attempts.push({ ...attempt, ms: Math.round(performance.now() - start), status: null, code, answer: '' });
      throw error;
    }
  }

  async function call(some: readonly SentDelivery[]): Promise<Outcome[]> {
    const items = some.map(({ delivery }) => toItem(delivery));
    const context = {
      ...configuration,
      ...{ memory: deps.memory, keep: deps.keep, withFile: deps.withFile, now },
      send: (request: OutgoingRequest) => sendNoted(request, some),
    };
    try {
      return await provider.deliver(items, context);
    } catch (error) {
      if (!(error instanceof SendFailure)) {
        onError(error);
        return items.map(() => ({ kind: 'retry', code: 'other', detail: '' }));
      }
      return items.map(() => outcomeOfFailure(error, descriptor.repeats));
    }
  }

  async function deliver(some: SentDelivery[]): Promise<void> {
    const before = attempts.length;
    const outcomes = await call(some);
    const failed = outcomes.find(({ kind }) => kind !== 'delivered');
    // The log shows the problem beside the request that had it: the last one of the call.
    const last = attempts.length > before ? attempts.at(-1) : undefined;
    if (failed !== undefined && failed.kind !== 'delivered' && last !== undefined) last.code ??= failed.code;
    const toSplit: SentDelivery[] = [];
    for (const [index, one] of some.entries()) {
      const outcome = outcomes[index] ?? { kind: 'retry', code: 'other', detail: '' };
      if (outcome.kind !== 'split')
        one.outcome = { ...outcome, ...('detail' in outcome && { detail: hide(outcome.detail) }) };
      else if (some.length === 1) one.outcome = { ...outcome, kind: 'rejected' };
      else toSplit.push(one);
    }
    const middle = Math.ceil(toSplit.length / 2);
    for (const half of [toSplit.slice(0, middle), toSplit.slice(middle)]) if (half.length > 0) await deliver(half);
  }

  const { maxAgeHours } = descriptor;
  const oldest = maxAgeHours === null ? 0 : now() - maxAgeHours * 3_600_000;
  for (const delivery of deliveries) {
    const isOld = Date.parse(delivery.event.at) < oldest;
    const outcome: FinalOutcome = isOld
      ? { kind: 'rejected', code: 'too_old', detail: '' }
      : { kind: 'retry', code: 'other', detail: '' };
    sent.push({ delivery, outcome, attemptIds: [] });
  }
  const fresh = sent.filter(({ outcome }) => outcome.kind === 'retry');
  if (fresh.length > 0) await deliver(fresh);
  return { sent, attempts };
}

export const toItem = ({ event, user_id, attempts }: TakenDelivery): DeliveryItem => ({
  ...{ event, attempt: attempts },
  userId: user_id === null ? null : Number(user_id),
});
