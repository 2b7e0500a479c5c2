import type { FastifyRequest } from 'fastify';

/** The API key of a request. Header names come in lower case from Node, however the client wrote them. */
export function readApiKey(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key'];
  return typeof header === 'string' ? header.trim() : undefined;
}
