import { droppedHeader, hitLimits, hitPath } from '@botscope/contract';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { arrivals } from '../../platform/fairness/arrivals.ts';
import { allowCrossSite } from '../../platform/http/cross-site.ts';
import type { HitAnswer, TakeHits } from './take-hits.ts';

/** Anything may follow, so that a proxy can give it a name of its own. */
const paths = [hitPath, `${hitPath}/*`];
/** As long as browsers keep it at most. */
const preflightSeconds = 86_400;
/** Pause after a 503: nothing better is known. */
const retryAfterS = 5;

const emptyBody = Buffer.from('{}');

/** Registers the routes for reports of Mini Apps and websites: from pages on any site, without cookies and sign-in. */
export function registerHitRoutes(
  app: FastifyInstance,
  deps: { take: TakeHits; onAnswer?: (answer: { status: number; dropped: string }) => void },
): void {
  const onAnswer = deps.onAnswer ?? (() => undefined);

  void app.register(async (hits) => {
    // Scripts say text/plain, which needs no preflight; what it is called does not matter.
    hits.removeAllContentTypeParsers();
    hits.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, callback) => callback(null, body));

    const send = (reply: FastifyReply, answer: HitAnswer): FastifyReply => {
      const dropReason = answer.status === 202 ? answer.dropped : answer.status === 429 ? 'rate' : null;
      onAnswer({ status: answer.status, dropped: dropReason ?? '' });
      if (dropReason !== null) reply.header(droppedHeader, dropReason);
      if (answer.status === 429) reply.header('retry-after', answer.retryAfterS);
      const body = answer.status === 400 ? Buffer.from(JSON.stringify({ error: answer.message })) : emptyBody;
      return reply.code(answer.status).header('content-type', 'application/json').send(body);
    };

    hits.addHook('onRequest', async (_request, reply) => {
      allowCrossSite(reply);
      reply.header('access-control-expose-headers', `${droppedHeader}, retry-after`);
    });
    hits.setErrorHandler((error: FastifyError | AppError, request, reply) => {
      const isStore = error instanceof AppError && ['StoreUnavailable', 'Overloaded'].includes(error.code);
      const status = isStore ? 503 : error instanceof AppError ? 500 : (error.statusCode ?? 500);
      if (status >= 500) request.log.error({ err: error }, 'hits are not taken');
      if (status === 503) reply.header('retry-after', retryAfterS);
      onAnswer({ status, dropped: '' });
      return reply.code(status).header('content-type', 'application/json').send(emptyBody);
    });

    for (const url of paths) {
      hits.post(url, {
        config: { access: 'visitor' },
        bodyLimit: hitLimits.bodyBytes,
        // The content type that a page gives its JSON does not matter; Fastify answers 415 to an invalid one.
        onRequest: async (request) => {
          request.headers['content-type'] = 'text/plain';
        },
        handler: async (request, reply) => {
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const { origin, dnt, 'sec-gpc': gpc, 'user-agent': userAgent = '' } = request.headers;
          const wantsPrivacy = gpc === '1' || dnt === '1';
          // 2,000 bodies that arrived at once kept pushes waiting for 0.8 s.
          const answer = await new Promise<HitAnswer>((resolve, reject) => {
            arrivals.inSlices('hits', () => {
              deps.take(bytes, { address: request.ip, origin, userAgent, wantsPrivacy }).then(resolve, reject);
            });
          });
          return send(reply, answer);
        },
      });
      hits.options(url, { config: { access: 'visitor' } }, async (_request, reply) =>
        reply
          .header('access-control-allow-methods', 'POST')
          .header('access-control-allow-headers', 'content-type')
          .header('access-control-max-age', preflightSeconds)
          .header('cache-control', `public, max-age=${preflightSeconds}`)
          .code(204)
          .send(),
      );
    }
  });
}
