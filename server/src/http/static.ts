import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * Serves the built dashboard: hashed assets for a year, pages never cached. Any other address that a browser asks for as
 * a page gets `index.html` (the dashboard routes by itself and has its own 404); everything else gets the error envelope.
 */
export async function serveDashboard(app: FastifyInstance, directory: string): Promise<void> {
  const index = join(directory, 'index.html');
  // Kept in memory: a build that replaces the directory takes no page away from a running server.
  const page = existsSync(index) ? readFileSync(index) : null;
  if (page !== null) {
    await app.register(fastifyStatic, { root: directory, serve: false, preCompressed: true, cacheControl: false });
    for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      if (
        file === 'index.html' ||
        file.startsWith('.') ||
        !/\.(js|css|svg|png|ico|woff2|json|txt|webmanifest)$/.test(file)
      )
        continue;
      const url = `/${file.replaceAll('\\', '/')}`;
      const lifetime = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      app.get(url, { config: { access: 'visitor' } }, (_request, reply) =>
        reply.header('cache-control', lifetime).sendFile(file),
      );
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path.startsWith('/v1/')) {
      return reply.code(404).send({ ok: false, error_code: 404, description: 'Not Found: method not found' });
    }
    const isPage =
      request.method === 'GET' && !path.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html');
    if (!isPage || page === null) throw new AppError('NotFound');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}
