import type { FastifyReply } from 'fastify';

/**
 * Pages of other sites may load or read this: scripts that owners put into their pages, and what those scripts report to.
 * Without it the `same-origin` that our own pages are given would block them. Never with credentials.
 */
export function allowCrossSite(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('timing-allow-origin', '*');
}
