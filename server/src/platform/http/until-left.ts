import type { FastifyReply } from 'fastify';

/**
 * Aborts when the client is gone, and when the answer is sent: a question whose one statement failed stops the others.
 */
export function untilLeft(reply: Pick<FastifyReply, 'raw'>): AbortController {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller;
}
