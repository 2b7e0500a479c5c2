import { setTimeout as wait } from 'node:timers/promises';
import { simulatePopulation } from '@botscope/server/simulation/population.ts';
import type { Delivery } from '@botscope/testkit/oracle/deliveries.ts';

/** A bot that pushes copies: batches of a simulated population, each repeated until it is accepted, as clients do. */
export interface PushSource {
  /** Updates that were sent, in the form that the oracle takes. */
  readonly deliveries: readonly Delivery[];
  /** Pushes that are not accepted yet. */
  readonly open: number;
  /** Pushes that were answered with something else than 200, or not at all. */
  readonly repeats: number;
  push(): void;
  stop(): void;
}

/** The first day of the population; its updates carry their dates, so reports do not depend on when they were sent. */
export const pushesFrom = '2026-03-02';
const batchSize = 5;
const retryMs = 150;
const timeoutMs = 20_000;

export function createPushSource(url: string, apiKey: string): PushSource {
  const users = simulatePopulation({ seed: 'cluster', from: `${pushesFrom}T00:00:00Z`, usersPerDay: 60 });
  const deliveries: Delivery[] = [];
  const stopController = new AbortController();
  let open = 0;
  let repeats = 0;

  async function send(body: string): Promise<void> {
    open += 1;
    while (!stopController.signal.aborted) {
      const answer = await fetch(`${url}/v1/send-batch-update`, {
        method: 'POST',
        headers: { 'api-key': apiKey, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([stopController.signal, AbortSignal.timeout(timeoutMs)]),
      }).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.status === 200) break;
      repeats += 1;
      await wait(retryMs);
    }
    open -= 1;
  }

  return {
    deliveries,
    get open() {
      return open;
    },
    get repeats() {
      return repeats;
    },
    push() {
      const items = Array.from({ length: batchSize }, () => {
        const { value } = users.next();
        if (!value) throw new Error('the population has ended');
        deliveries.push({ way: 'push', receivedAt: Date.now(), ...value });
        return value;
      });
      void send(JSON.stringify(items));
    },
    stop: () => stopController.abort(),
  };
}
