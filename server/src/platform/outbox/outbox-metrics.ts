import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers the numbers of messages that wait in the outbox and that were dropped from it, for /metrics. */
export function outboxMetrics(registry: Registry, count: () => Promise<number>) {
  new Gauge({
    name: 'botscope_outbox_pending',
    help: 'Mails and Telegram messages that wait to be sent, of the whole installation',
    registers: [registry],
    async collect() {
      // While the store is away the last figure stands: the other metrics are needed most then.
      await count().then(
        (pending) => this.set(pending),
        () => undefined,
      );
    },
  });
  return new Counter({
    name: 'botscope_outbox_failures_total',
    help: 'Messages that this process dropped unsent: rejected by the receiver, after too many attempts, expired',
    labelNames: ['kind', 'reason'] as const,
    registers: [registry],
  });
}
