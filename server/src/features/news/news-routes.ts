import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { api, newsCoverPath } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { signedIn } from '../access/access.ts';
import type { News } from './news.ts';

const types: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

export function registerNews<Bot>(http: Http<Bot>, deps: { news: News; covers: string }): void {
  const { news, covers } = deps;
  http.on(api.news, ({ account, query }) => news.list(account?.key ?? null, query.lang));
  http.on(api.readNews, async ({ account, body }) => ({
    unread: await news.read(signedIn(account).key, body.slugs, body.lang),
  }));

  // Only the files that were there at the start: a name from a request never becomes a path.
  const files = new Set(readdirSync(covers).filter((name) => types[extname(name)] !== undefined));
  http.app.get(`${newsCoverPath}/:file`, { config: { access: 'visitor' } }, async (request, reply) => {
    const { file } = request.params as { file: string };
    if (!files.has(file)) throw new AppError('NotFound');
    return reply
      .type(types[extname(file)] ?? '')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(join(covers, file)));
  });
}
