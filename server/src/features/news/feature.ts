import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api, newsCoverPath } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { signedIn } from '../access/access.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createHostedPosts, createNews, type News, notifyNews, readPosts } from './news.ts';

const postsDirectory = fileURLToPath(new URL('../../../../content/whats-new', import.meta.url));
const coversDirectory = fileURLToPath(new URL('../../../../content/whats-new/covers', import.meta.url));

/** Posts about the product, shown as "What's new". */
export const news = defineFeature({
  name: 'news',
  tables: ['news_read'],
  publicRoutes: {
    'GET /api/news': 'what is new in the product, the same for all',
    'GET /api/news/covers/:file': 'pictures of it',
  },
  create({ config, guardedDispatcher, notifications, logger, metadata }: Platform & { notifications: Notifications }) {
    const { newsUrl: url } = config.outside;
    const news = createNews({
      metadata,
      files: readPosts(postsDirectory),
      hosted: url === undefined ? null : createHostedPosts({ url, dispatcher: guardedDispatcher, logger }),
    });
    return {
      offers: { news },
      routes: (http) => registerNews(http, { news, covers: coversDirectory }),
      jobs: [
        {
          name: 'notify-news',
          schedule: '7 * * * *',
          run: async () => ({ posts: await notifyNews({ metadata, news, notifications }) }),
        },
      ],
    };
  },
});

const types: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' };

function registerNews<Bot>(http: Http<Bot>, deps: { news: News; covers: string }): void {
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
