import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { Shares } from './shares.ts';

/** In the page too: some robots read no headers. */
const robots = '<meta name="robots" content="noindex, nofollow" />';

/**
 * The page of a link. It is the dashboard's own, with other rules around it: no search engine keeps it, no referrer
 * reveals its address, and other sites may frame it where its maker said so. A link that does not answer has the same
 * page as one that other sites may not frame.
 */
export function registerSharePage(
  app: FastifyInstance,
  {
    shares,
    readPage,
    allowInlineScripts,
  }: {
    shares: Pick<Shares, 'open'>;
    readPage: () => Promise<string>;
    /** Lets the content policy of this answer name the scripts inside the page. */
    allowInlineScripts: (reply: FastifyReply, page: string) => void;
  },
): void {
  app.get('/share/:token', { config: { access: 'visitor' } }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const page = await readPage().catch((cause: unknown) => {
      // A server without a dashboard (only `/v1`, say) has no pages at all.
      throw new AppError('NotFound', { cause });
    });
    allowInlineScripts(reply, page);
    if (await mayBeFramed(shares, token)) {
      const policy = String(reply.getHeader('content-security-policy') ?? '');
      reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'));
      reply.removeHeader('x-frame-options');
    }
    return reply
      .header('cache-control', 'no-cache')
      .header('x-robots-tag', 'noindex, nofollow')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', `${robots}</head>`));
  });
}

/** Errors here are shown by the page itself, which sends the same request to the API. */
const mayBeFramed = (shares: Pick<Shares, 'open'>, token: string): Promise<boolean> =>
  shares.open(token).then(
    ({ embeddable }) => embeddable,
    () => false,
  );
