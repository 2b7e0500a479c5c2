import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Language } from './ids.ts';

/** Posts that the panel lists; older ones are dropped. */
export const maxNews = 50;

/** The category of the posts that the dashboard shows. */
export const newsCategory = 'whats-new';

const Slug = z.string().check(z.minLength(1), z.maxLength(100));

/** Post about what is new in the product. */
export const NewsPost = z.object({
  /** ISO moment or day. */
  date: z.string(),
  slug: Slug,
  title: z.string(),
  excerpt: z.string(),
  author: z.string(),
  categories: z.array(z.string()),
  /** Address of a picture of our own, or of the configured content service. */
  cover: z.nullable(z.string()),
  /** Clean html: text, lists, tables, links and pictures of those two origins. */
  content: z.string(),
  /** A visitor has read all. */
  read: z.boolean(),
});
export type NewsPost = z.output<typeof NewsPost>;

export const newsEndpoints = {
  /** Published posts in a language, the newest first. */
  news: endpoint({
    method: 'GET',
    path: '/news',
    access: 'visitor',
    query: z.object({ lang: z._default(Language, 'en') }),
    data: z.array(NewsPost),
  }),
  /** Marks posts as read; answers how many unread ones are left. */
  readNews: endpoint({
    method: 'POST',
    path: '/news/read',
    access: 'account',
    body: z.object({ slugs: z.array(Slug).check(z.maxLength(maxNews)), lang: z._default(Language, 'en') }),
    data: z.object({ unread: z.number() }),
  }),
};

/** Pictures of our own posts lie below it. */
export const newsCoverPath = '/api/news/covers';
