import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import { machineClock } from '../../ingest/leases/lease-table.ts';
import { isProcessHeader, processSecret } from '../../platform/operator-secret.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Created, defineFeature } from '../feature.ts';
import { createAskPeer, PeerQuestion, peerPath } from './lease-peers.ts';
import { createLeaseStore } from './lease-store.ts';
import { createLeases, type Leases } from './leases.ts';

/** The embedded store has one process, and that serves all bots. */
export const unsharedLeases: Leases = {
  claim: async () => ({ is: 'here' }),
  successorOf: async () => null,
  leave: async () => undefined,
  follow(listener) {
    listener({ isShared: false, end: null, holders: [], isWhole: true, lastDeathAt: null });
    return () => undefined;
  },
  onMove: () => undefined,
  answer: () => undefined,
};

/** Assignment of bots to processes, where there are several. */
export const leases = defineFeature({
  name: 'leases',
  tables: ['bot_leases', 'lease_holders', 'dead_lease_holders'],
  async create({ bus, config, instanceId, logger, metadata, metrics }: Platform): Promise<Created<{ leases: Leases }>> {
    const routes = (served: Leases) => (app: FastifyInstance) =>
      registerLeaseRoutes(app, { leases: served, appSecret: config.appSecret });
    if (metadata.engine !== 'server' || !config.roles.includes('ingest'))
      return { offers: { leases: unsharedLeases }, ingest: routes(unsharedLeases) };
    const instance = { id: instanceId, address: config.instanceUrl };
    const sharedLeases = await createLeases({
      own: instance,
      store: createLeaseStore(metadata.db, instance),
      askPeer: createAskPeer(processSecret(config.appSecret)),
      bus,
      clock: machineClock,
      logger,
    });
    metrics.registerMetric(
      new Gauge({
        name: 'botscope_leases',
        help: 'Bots that this process relays and polls for',
        registers: [],
        collect() {
          this.set(sharedLeases.count());
        },
      }),
    );
    return {
      offers: { leases: sharedLeases },
      ingest: routes(sharedLeases),
      close: sharedLeases.close,
    };
  },
});

/** Answers the questions of the installation's other processes. */
function registerLeaseRoutes(app: FastifyInstance, deps: { leases: Leases; appSecret: string }): void {
  app.post(peerPath, { config: { access: 'operator' } }, async (request, reply) => {
    if (!isProcessHeader(request.headers.authorization, deps.appSecret)) return reply.code(403).send('forbidden\n');
    const question = PeerQuestion.safeParse(request.body);
    if (!question.success) return reply.code(400).send();
    deps.leases.answer(question.data);
    return { ok: true };
  });
}
