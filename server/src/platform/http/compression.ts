import type { Endpoint } from '@botscope/contract';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this an answer fits into one network packet either way. */
const leastBytes = 1_400;
/** Up to here compressing takes 0.3 ms, less than the way to a thread and back; larger answers go there. */
const maxBytesAtOnce = 16_384;

/**
 * Answers that hold a key: compressed, their size would show how much of it was guessed in the address (BREACH).
 * What else is read holds nothing secret; sessions travel in headers, which are not compressed.
 */
const holdsKey = new Set([
  '/site/init',
  '/user/profile/get-auth-key',
  '/user/default/get-cdn-key',
  '/bots/{key}/connection',
  '/bots/{key}/shares',
]);

/** Makes compression possible; only routes with the options of `selectCompression` have it. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, globalDecompression: false });
}

/** Route options of an endpoint: what is read goes compressed; what a change answers (an API key, a ticket) does not. */
export function selectCompression({ method, path }: Pick<Endpoint, 'method' | 'path'>) {
  if (method !== 'GET' || holdsKey.has(path)) return {};
  return {
    compress: { encodings: ['br' as const, 'gzip' as const], threshold: leastBytes, syncThreshold: maxBytesAtOnce },
  };
}
