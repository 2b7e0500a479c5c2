import { fileURLToPath } from 'node:url';
import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createHostedPosts, createNews, notifyNews, readPosts } from './news.ts';
import { registerNews } from './news-routes.ts';

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
