import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { allowInlineScripts } from './content-policy.ts';
import { sendPublicApiMiss } from './public-api-miss.ts';

const dashboardDirectory = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url));

/** The dashboard's page, for routes that answer with it. */
export const readDashboardPage = (): Promise<string> => readFile(join(dashboardDirectory, 'index.html'), 'utf8');

/**
 * Serves the built dashboard: hashed assets for a year, pages never cached. Any other address that a browser asks for as
 * a page gets `index.html` (the dashboard routes by itself and has its own 404); everything else gets the error envelope.
 */
export async function serveDashboard(app: FastifyInstance, directory = dashboardDirectory): Promise<void> {
  const index = join(directory, 'index.html');
  const built = existsSync(index);
  const sendPage = (reply: FastifyReply) => {
    allowInlineScripts(reply, readFileSync(index, 'utf8'));
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
  };
  if (built) {
    // Clients that check whether the product is there (curl, a monitor, a link preview) ask for no kind of answer.
    app.get('/', { config: { access: 'visitor' } }, (_request, reply) => sendPage(reply));
    await app.register(fastifyStatic, { root: directory, serve: false, preCompressed: true, cacheControl: false });
    // Looked up when asked for: a build that replaces the directory takes nothing away from a running server.
    app.get('/assets/*', { config: { access: 'visitor' } }, (request, reply) => {
      const { '*': file } = request.params as { '*': string };
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(`assets/${file}`);
    });
    for (const file of readdirSync(directory).filter((name) => /\.(js|svg|png|ico|txt|webmanifest)$/.test(name))) {
      app.get(`/${file}`, { config: { access: 'visitor' } }, (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(file),
      );
    }
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (sendPublicApiMiss(request.url, reply)) return reply;
    const isPage =
      request.method === 'GET' && !path.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html');
    if (!isPage || !built) throw new AppError('NotFound');
    return sendPage(reply.code(200));
  });
}
