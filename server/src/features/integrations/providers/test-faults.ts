import type { PartnerAnswer, PartnerServer } from '@botscope/testkit/partners/partner-server.ts';
import fc from 'fast-check';
import type { DeliveryContext } from './provider.ts';

/**
 * What happens to a request. `kill`: it arrives, and the process ends before it reads the answer. `killed`: the process
 * ends before it sends. `busy`: the provider answers that it is.
 */
const faults = ['lost', 'reset', 'busy', 'kill', 'killed'] as const;
export type TestFault = (typeof faults)[number] | 'none';

/** Faults of the next requests, and of the next values that are to be remembered; most go well. */
export const faultPlans = fc.record({
  requests: fc.array(
    fc.oneof(
      { weight: 7, arbitrary: fc.constant<TestFault>('none') },
      { weight: 3, arbitrary: fc.constantFrom(...faults) },
    ),
    { maxLength: 40, size: 'max' },
  ),
  memory: fc.array(
    fc.oneof({ weight: 7, arbitrary: fc.constant(true) }, { weight: 3, arbitrary: fc.constant(false) }),
    {
      maxLength: 20,
      size: 'max',
    },
  ),
});
export type FaultPlan = typeof faultPlans extends fc.Arbitrary<infer Plan> ? Plan : never;

/** Lets a plan happen to the requests of a context; what comes after its end goes well. */
export function applyFaults(
  context: DeliveryContext<never, never>,
  fake: PartnerServer,
  { requests, memory }: FaultPlan,
  busy: PartnerAnswer,
): void {
  const send = context.send.bind(context);
  const set = context.memory.set.bind(context.memory);
  const next = [...requests];
  const kept = [...memory];
  context.send = async (request) => {
    const fault = next.shift() ?? 'none';
    if (fault === 'killed') throw new Error('killed');
    const isCut = fault === 'lost' || fault === 'reset';
    fake.faults.push(isCut ? { kind: fault } : fault === 'busy' ? { kind: 'answer', answer: busy } : null);
    const answer = await send(request);
    if (fault === 'kill') throw new Error('killed');
    return answer;
  };
  context.memory.set = async (...values) => {
    if (kept.shift() === false) throw new Error('killed');
    await set(...values);
  };
}
