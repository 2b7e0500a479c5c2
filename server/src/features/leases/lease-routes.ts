import type { FastifyInstance } from 'fastify';
import { isProcessHeader } from '../../platform/operator-secret.ts';
import { PeerQuestion, peerPath } from './lease-peers.ts';
import type { Leases } from './leases.ts';

/** Answers the questions of the installation's other processes. */
export function registerLeaseRoutes(app: FastifyInstance, deps: { leases: Leases; appSecret: string }): void {
  app.post(peerPath, { config: { access: 'operator' } }, async (request, reply) => {
    if (!isProcessHeader(request.headers.authorization, deps.appSecret)) return reply.code(403).send('forbidden\n');
    const question = PeerQuestion.safeParse(request.body);
    if (!question.success) return reply.code(400).send();
    deps.leases.answer(question.data);
    return { ok: true };
  });
}
